import { basename } from 'node:path'
import type { Settings } from '#settings/settings.ts'
import { InstallationError } from './installation-error.ts'
import { type Service, serviceOf } from './server-control.ts'
import { lockInstallation, realSteps, type Steps } from './steps.ts'
import { currentVersion } from './versions.ts'

export interface Activation {
  settings: Settings
  /** Folder of the installation. */
  home: string
  /** Folder of the release that is to run. */
  from: string
  say: (line: string) => void
}

/**
 * Makes a release the running version. The server of the former one ends after a back-up, and the new one takes over the router and the
 * applications, which go on; if it does not start, the former one comes back with the facts as they were.
 */
export async function activate(activation: Activation, steps: Steps = realSteps): Promise<void> {
  const { settings, home, from } = activation
  steps.checkFacts(settings)
  const held = await lockInstallation(home)
  try {
    const former = await currentVersion(home)
    const service = await serviceOf(home, settings)
    const isReplacement = former !== undefined && (await service.isRunning())
    if (isReplacement) await prepare(former, activation, steps)
    const version = await steps.placeVersion(home, from)
    if (former !== undefined && former !== version) await steps.keepConsoleAssets(former, version)
    if (isReplacement) await replace({ former, version, service }, activation, steps)
    else await begin({ former, version, service }, activation, steps)
  } finally {
    await held.release()
  }
}

interface Change {
  former: string
  version: string
  service: Service
}

/** Finds out what would fail, while the former version runs on. */
async function prepare(former: string, { settings, say }: Activation, steps: Steps): Promise<void> {
  // That of an upgrade which was cut off is older than the facts, and must never be brought back.
  await steps.removeCopy(settings)
  await steps.rehearseMigrations(settings, former, say)
  await steps.backUpBefore(settings, former, say)
}

/** Makes a version the one that the next start runs, and starts the first one where the init system would. */
async function begin(
  { former, version, service }: Omit<Change, 'former'> & { former: string | undefined },
  { settings, home, say }: Activation,
  steps: Steps,
): Promise<void> {
  await steps.setCurrent(home, version)
  if (former !== undefined) return say(`${basename(version)} is what the next start runs.`)
  if (!service.isUnit)
    return say(
      'Installed. There is no systemd here: start berth-server, or let the init system do it.',
    )
  await steps.start(service)
  await steps.awaitHealth(settings, service)
}

/** Lets a version take the place of one that runs. */
async function replace(change: Change, activation: Activation, steps: Steps): Promise<void> {
  const { former, version, service } = change
  const { settings, home, say } = activation
  say(`Starting ${basename(version)} in place of ${basename(former)}; applications go on.`)
  try {
    await whileStopped(settings, service, steps, async () => {
      await steps.copyFacts(settings)
      await steps.setCurrent(home, version)
    })
    await steps.start(service)
    await steps.awaitHealth(settings, service)
  } catch (error) {
    await goBack(change, { activation, steps, error: error as Error })
  }
  await steps.removeCopy(settings)
  await steps.removeUnused(home, [version, former])
}

/** Stops the server, and does something while none can start. */
async function whileStopped(
  settings: Settings,
  service: Service,
  steps: Steps,
  act: () => Promise<void>,
): Promise<void> {
  const held = await steps.stop(settings, service)
  try {
    await act()
  } finally {
    await held.release()
  }
}

/** Starts the former version again, and throws. */
async function goBack(
  { former, service }: Change,
  { activation, steps, error }: { activation: Activation; steps: Steps; error: Error },
): Promise<never> {
  const { settings, home, say } = activation
  say(`It did not start (${error.message}): going back to ${basename(former)}.`)
  await whileStopped(settings, service, steps, async () => {
    await steps.restoreFacts(settings)
    await steps.setCurrent(home, former)
  })
  try {
    await steps.start(service)
    await steps.awaitHealth(settings, service)
  } catch (again) {
    throw new InstallationError(
      `The new version did not start: ${error.message}. Neither did ${basename(former)} after it: ${(again as Error).message}. ${factsAdvice(settings)}`,
    )
  }
  throw new InstallationError(
    `The new version did not start: ${error.message}. ${basename(former)} runs again${settings.store === 'sqlite' ? ', with the facts as they were' : ''}.`,
  )
}

const factsAdvice = ({ store }: Settings) =>
  store === 'sqlite'
    ? 'The facts are as they were before the upgrade.'
    : 'If it says that the data are of a newer version, bring your back-up of the database back first.'
