import type { Platform } from '#platform/hosting/platform.ts'
import type { Tool } from '#platform/model/hosting/recipe/recipe.ts'
import { Refusal } from '#platform/model/refusal.ts'
import { toolsInUse } from './tools-in-use.ts'

/** Longer than a build: what was not used since is used by none. */
const recently = 3_600_000

/** Removes a downloaded tool that no release and no build needs; the next one that does downloads it again. */
export async function removeTool(
  { store, toolchains, times }: Pick<Platform, 'store' | 'toolchains' | 'times'>,
  { name, version }: Pick<Tool, 'name' | 'version'>,
): Promise<void> {
  const installed = await toolchains.installed()
  const tool = installed.find((each) => each.name === name && each.version === version)
  if (!tool) throw noSuchTool(name, version)
  const isNew = times.since('use of a tool', tool.usedAt) < recently
  if (isNew && (await store.deployments.listUnfinished()).length > 0)
    throw new Refusal(
      'conflict',
      `${name} ${version} was used within the hour, and a deployment that may need it is running: try again when that has ended.`,
    )
  const releases = await toolsInUse(store)
  const used = releases.flatMap(({ tools }) => tools)
  const outcome = await toolchains.remove({ name, version }, used)
  if (outcome === 'missing') throw noSuchTool(name, version)
  if (outcome === 'used') {
    const users = releases.filter(({ tools }) => tools.some((each) => each.name === name))
    const named = users.find(({ tools }) => tools.some((each) => each.version === version))
    const { applicationId } = named ?? users[0] ?? {}
    const application = applicationId && (await store.applications.find(applicationId))
    throw new Refusal(
      'conflict',
      `${name} ${version} stays: releases that run or may be started again need it${application ? `, such as that of ${application.name}` : ''}.`,
    )
  }
}

const noSuchTool = (name: string, version: string) =>
  new Refusal('missing', `This server has no ${name} ${version}: its list says what it has.`)
