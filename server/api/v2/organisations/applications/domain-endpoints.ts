import type { Endpoint } from '#api/http/endpoint.ts'
import { getDomainCheck, postDomainCheck } from '#api/v4/domains/checks.ts'
import { listDomainsWithFavourite } from '#api/v4/domains/domains.ts'
import { getDomainProof } from '#api/v4/domains/proofs.ts'
import { listAddonLoadBalancers, listLoadBalancers } from '#api/v4/load-balancers.ts'
import * as tcpRedirections from './tcp-redirections.ts'
import * as vhosts from './vhosts.ts'

/** How visitors find an application: domains, load balancers and TCP redirections. */
export const domainEndpoints: readonly Endpoint[] = [
  vhosts.listDomains,
  vhosts.putDomain,
  vhosts.deleteDomain,
  vhosts.getFavouriteDomain,
  vhosts.putFavouriteDomain,
  vhosts.deleteFavouriteDomain,
  getDomainProof,
  getDomainCheck,
  postDomainCheck,
  listDomainsWithFavourite,
  listLoadBalancers,
  listAddonLoadBalancers,
  tcpRedirections.listNamespaces,
  tcpRedirections.listTcpRedirections,
  tcpRedirections.postTcpRedirection,
  tcpRedirections.deleteTcpRedirection,
]
