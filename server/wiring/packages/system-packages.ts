import type { InstallPackage } from '#built-in-providers/required-programs.ts'
import { canInstall, installPackages } from '#kit/packages/install-packages.ts'
import {
  installCommand,
  missingPackages,
  type SystemPackage,
} from '#kit/packages/system-packages.ts'
import type { Settings } from '#settings/settings.ts'
import { type NeededPackage, neededPackages, sftp } from './needed-packages.ts'

type InstallSettings = Pick<Settings, 'installPackages' | 'engine'> & {
  machine: Pick<Settings['machine'], 'path' | 'proxies'>
}

/** Installs missing programs of the platform, where that is allowed and possible. */
export async function provideSystemPackages(
  settings: InstallSettings,
  say: (sentence: string) => void,
  needed: readonly NeededPackage[] = neededPackages[settings.engine],
): Promise<void> {
  const { machine } = settings
  const atStart = needed.filter(({ isLater }) => !isLater)
  const missing = missingPackages(atStart, machine.path)
  if (missing.length > 0 && isAllowed(settings)) {
    const names = missing.map(({ name }) => name).join(' ')
    say(`Installing ${names} with apt-get (BERTH_INSTALL_PACKAGES=off prevents this).`)
    const problem = await installPackages(missing, machine)
    say(problem ? `That failed: ${problem}` : `Installed ${names}.`)
  }
  const expected = isAllowed(settings) ? atStart : needed
  for (const { program, name, consequence } of missingPackages(expected, machine.path)) {
    if (consequence)
      say(`${program} is not installed, so ${consequence}: as root, ${installCommand([{ name }])}`)
  }
}

/** Installs a database server when the first add-on of its kind is ordered. */
export const databaseInstaller = (settings: InstallSettings): InstallPackage | undefined =>
  isAllowed(settings)
    ? (wanted, onLine) => installPackages([wanted], { ...settings.machine, onLine })
    : undefined

/** Installs what the engine needs later. */
export const packageInstaller = (settings: InstallSettings) =>
  isAllowed(settings)
    ? (packages: readonly SystemPackage[]) => installPackages(packages, settings.machine)
    : undefined

/** After a failure the next transfer does without another attempt for this long. */
const attemptPause = 600_000

/** Installs what transfers files of instances at the first transfer, where that is allowed. */
export function fileServerInstaller(
  settings: InstallSettings,
  log: (line: string) => void,
  wanted: SystemPackage = sftp,
): () => Promise<void> {
  const install = packageInstaller(settings)
  let running: Promise<void> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  const attempt = async () => {
    const problem = await install?.([wanted])
    if (problem === undefined) return log(`installed ${wanted.name}`)
    failedAt = performance.now()
    log(`${wanted.name} could not be installed: ${problem}`)
  }
  return async () => {
    const isMissing = missingPackages([wanted], settings.machine.path).length > 0
    if (!install || !isMissing || performance.now() - failedAt < attemptPause) return
    running ??= attempt().finally(() => {
      running = undefined
    })
    await running
  }
}

const isAllowed = ({ installPackages: isOn, machine }: InstallSettings) =>
  isOn && canInstall(machine.path)
