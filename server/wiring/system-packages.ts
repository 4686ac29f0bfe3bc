import type { InstallPackage } from '#built-in-providers/required-programs.ts'
import { canInstall, installPackages } from '#kit/packages/install-packages.ts'
import {
  installCommand,
  missingPackages,
  type SystemPackage,
} from '#kit/packages/system-packages.ts'
import type { Settings } from '#settings/settings.ts'

interface NeededPackage extends SystemPackage {
  /** What does not work without it; absent where the start warns about it itself. */
  consequence?: string
}

const git = { program: 'git', name: 'git', consequence: 'nothing can be pushed' }
const perl = {
  program: 'perl',
  name: 'perl-base',
  consequence: 'no application can be started',
}

/** Programs that the platform runs on this machine, in addition to Node and npm; for a swarm, those of the images that it makes too. */
const neededPackages: Record<Settings['engine'], NeededPackage[]> = {
  memory: [],
  process: [
    { program: 'bwrap', name: 'bubblewrap' },
    { program: 'ip', name: 'iproute2' },
    { program: 'nft', name: 'nftables' },
    perl,
    git,
  ],
  swarm: [
    {
      program: 'nft',
      name: 'nftables',
      consequence: 'nodes get no egress rules and nothing is started there',
    },
    { program: 'buildah', name: 'buildah', consequence: 'no Dockerfile can be built' },
    perl,
    git,
  ],
}

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
  const missing = missingPackages(needed, machine.path)
  if (missing.length > 0 && isAllowed(settings)) {
    const names = missing.map(({ name }) => name).join(' ')
    say(`Installing ${names} with apt-get (BERTH_INSTALL_PACKAGES=off prevents this).`)
    const problem = await installPackages(missing, machine)
    say(problem ? `That failed: ${problem}` : `Installed ${names}.`)
  }
  for (const { program, name, consequence } of missingPackages(needed, machine.path)) {
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

const isAllowed = ({ installPackages: isOn, machine }: InstallSettings) =>
  isOn && canInstall(machine.path)
