import { join } from 'node:path'
import { LaunchError, type RouterProgram } from '#routers/control/launch.ts'
import {
  openRouterProcess,
  type RouterProcess,
  type RouterProcessOptions,
} from '#routers/control/router-process.ts'
import { hasHaproxy } from './haproxy-program.ts'

/** The agent that drives HAProxy. */
const agentProgram: RouterProgram = {
  main: join(import.meta.dirname, 'main.ts'),
  flags: ['--max-semi-space-size=4'],
}

/** The program of the agent; throws when HAProxy is not installed. */
export function haproxyProgram(): RouterProgram {
  if (!hasHaproxy()) {
    throw new LaunchError(
      'HAProxy is not installed: install the package haproxy, or set BERTH_ROUTER=node',
      undefined,
      'BERTH_ROUTER',
    )
  }
  return agentProgram
}

/** Connects to the HAProxy of the folder through its agent, or starts both. */
export const openHaproxyRouter = async (options: RouterProcessOptions): Promise<RouterProcess> =>
  openRouterProcess(haproxyProgram(), options)
