import { gitIn } from '#cli/git/git.ts'
import type { Terminal } from '#cli/terminal/terminal.ts'
import type { Machine } from '#client/resources/operation.ts'
import { programVersion } from '#kit/build-identity/read-build.ts'
import type { Finding } from './finding.ts'

/** The tool runs on Node 20 and later. */
const oldestNode = 20

/** Versions of the tool, of Node, of Git, and of the platform, as far as it tells them. */
export async function checkVersions(
  terminal: Terminal,
  platform: Machine['versions'],
): Promise<Finding[]> {
  return [
    { area: 'versions', state: 'ok', message: `berth ${programVersion()}` },
    nodeFinding(process.versions.node),
    await gitFinding(terminal),
    ...(platform ? [platformFinding(platform.berth, programVersion())] : []),
  ]
}

export const nodeFinding = (found: string): Finding =>
  Number.parseInt(found, 10) >= oldestNode
    ? { area: 'versions', state: 'ok', message: `Node ${found}` }
    : {
        area: 'versions',
        state: 'failed',
        message: `Node ${found} is too old`,
        hint: `Use Node ${oldestNode} or later.`,
      }

export const platformFinding = (platform: string, tool: string): Finding =>
  platform === tool
    ? { area: 'versions', state: 'ok', message: `the platform is ${platform}, too` }
    : {
        area: 'versions',
        state: 'warning',
        message: `the platform is ${platform}, this tool is ${tool}`,
        hint: 'Install the tool that the platform serves: the Create page of the console shows how.',
      }

async function gitFinding(terminal: Terminal): Promise<Finding> {
  try {
    const found = await gitIn(terminal).ask('--version')
    return { area: 'versions', state: 'ok', message: found.replace(/^git version /, 'Git ') }
  } catch (error) {
    return {
      area: 'versions',
      state: 'failed',
      message: (error as Error).message,
      hint: 'Install Git: applications are deployed with it.',
    }
  }
}
