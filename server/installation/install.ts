import { existsSync } from 'node:fs'
import { chmod, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { run } from '#kit/process/subprocess.ts'
import { readSettingsOf, type Settings } from '#settings/settings.ts'
import { applicationsUnit, serverUnit, unitsFor } from '#systemd/units.ts'
import { activate } from './activate.ts'
import { InstallationError } from './installation-error.ts'
import { archivePaths, cache, firstSettings, packagePaths, serverLauncher } from './launcher.ts'
import { program } from './release.ts'

const stopTimeout = 150_000
const { home, settings: settingsFile, units, programs, rootPrograms } = archivePaths
const serverProgram = join(rootPrograms, 'berth-server')
const tool = join(programs, 'berth')
const unitFiles = [serverUnit, applicationsUnit].map((name) => join(units, name))

/** Installs the unpacked release for the whole machine, and starts it; returns the settings of the service. */
export async function installRelease(say: (line: string) => void): Promise<Settings> {
  requireRoot()
  if (existsSync(packagePaths.home))
    throw new InstallationError('dpkg has installed Berth already: upgrade it with the .deb.')
  await mkdir(dirname(settingsFile), { recursive: true })
  await writeFile(settingsFile, firstSettings, { mode: 0o600, flag: 'wx' }).catch(unlessThere)
  for (const folder of [home, units, programs, rootPrograms])
    await mkdir(folder, { recursive: true })
  for (const { name, text } of unitsFor(join(home, 'current'), settingsFile))
    await writeFile(join(units, name), text)
  await writeFile(serverProgram, serverLauncher(archivePaths))
  await chmod(serverProgram, 0o755)
  await rm(tool, { force: true })
  await symlink(join(home, 'current/bin/berth'), tool)
  const settings = readSettingsOf(settingsFile)
  await activate({ settings, home, from: program, say })
  return settings
}

/** Ends everything and takes the program away; settings and data stay. */
export async function uninstallRelease(
  { data }: Settings,
  say: (line: string) => void,
): Promise<void> {
  requireRoot()
  if (!existsSync(home)) throw new InstallationError(`There is no ${home}.`)
  if (existsSync('/run/systemd/system')) {
    const words = ['disable', '--now', serverUnit, applicationsUnit]
    await run(['systemctl', ...words], { timeout: stopTimeout })
  } else {
    await run([serverProgram, '--stop-all'], { timeout: stopTimeout })
  }
  for (const path of [...unitFiles, serverProgram, tool, home, cache])
    await rm(path, { recursive: true, force: true })
  if (existsSync('/run/systemd/system'))
    await run(['systemctl', 'daemon-reload'], { timeout: stopTimeout })
  say(`Berth is gone. ${data} and ${settingsFile} stay.`)
}

function requireRoot(): void {
  if (process.getuid?.() !== 0)
    throw new InstallationError(
      'Root installs for the whole machine: use sudo. Without it, BERTH_DATA=… bin/berth-server runs in this folder.',
    )
}

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}
