import type { Endpoint } from '#api/http/endpoint.ts'
import type { Role } from '#platform/model/identity/accounts/organisation.ts'
import type { TestApi } from '#tests/support/platform/api.ts'
import { openScene, type Scene } from './scene.ts'

/** Whether calls of the endpoint change nothing. */
export const isReading = ({ method, isQuestion }: Endpoint): boolean =>
  method === 'GET' || isQuestion === true

/** The scene of a call of an endpoint, whose caller has the role. */
export type Scenes = (endpoint: Endpoint, role?: Role) => Promise<Scene>

/**
 * Scenes on one platform. Calls that only read something owned share a scene for each role, since a scene takes longer to make than a
 * call; every other call gets one of its own. Operators read what is not theirs, so nothing is shared with them.
 */
export function createScenes(setup: TestApi): Scenes {
  const shared = new Map<string, Promise<Scene>>()
  return (endpoint, role) => {
    const open = () => openScene(setup, role ? { role } : {})
    if (!isReading(endpoint) || typeof endpoint.access === 'string') return open()
    const scene = shared.get(role ?? '') ?? open()
    shared.set(role ?? '', scene)
    return scene
  }
}
