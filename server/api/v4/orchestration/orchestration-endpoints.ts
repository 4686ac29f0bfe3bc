import type { Endpoint } from '#api/http/endpoint.ts'
import { getOrchestratedDeployment, listOrchestratedDeployments } from './deployments.ts'
import { getOrchestratedInstance, listOrchestratedInstances } from './instances.ts'

/** Deployments and instances in the shapes of current public clients. */
export const orchestrationEndpoints: readonly Endpoint[] = [
  listOrchestratedDeployments,
  getOrchestratedDeployment,
  listOrchestratedInstances,
  getOrchestratedInstance,
]
