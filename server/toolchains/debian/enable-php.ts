import { copyFile, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Does in the root folder of a system what the scripts of PHP's packages would: `php` and `php-fpm` without the version in their names, `php.ini`, and the extensions enabled for the command
 * line and for FPM.
 */
export async function enablePhp(root: string): Promise<void> {
  for (const line of await namesIn(join(root, 'usr/lib/php'))) {
    if (!/^\d+\.\d+$/.test(line)) continue
    await symlink(`php${line}`, join(root, 'usr/bin/php'))
    await symlink(`php-fpm${line}`, join(root, 'usr/sbin/php-fpm'))
    const settings = join(root, 'etc/php', line)
    await copyModules(root, line, join(settings, 'mods-available'))
    await enableFor(root, line, 'cli', 'php.ini-production.cli')
    await enableFor(root, line, 'fpm', 'php.ini-production')
  }
}

/** Packages have the settings of their modules in `/usr/share/<package>/<name>`, from where their scripts copy them; few bring them in their place. */
async function copyModules(root: string, line: string, target: string): Promise<void> {
  await mkdir(target, { recursive: true })
  const share = join(root, 'usr/share')
  for (const name of await namesIn(share)) {
    if (!name.startsWith(`php${line}-`)) continue
    for (const folder of await namesIn(join(share, name))) {
      for (const file of await namesIn(join(share, name, folder))) {
        if (file.endsWith('.ini')) {
          await copyFile(join(share, name, folder, file), join(target, file))
        }
      }
    }
  }
}

/** Modules are loaded in the order of the names of these links: each says its place in a comment, `; priority=20`. */
async function enableFor(root: string, line: string, sapi: string, ini: string): Promise<void> {
  const settings = join(root, 'etc/php', line)
  const enabled = join(settings, sapi, 'conf.d')
  await mkdir(enabled, { recursive: true })
  await copyFile(join(root, 'usr/lib/php', line, ini), join(settings, sapi, 'php.ini'))
  for (const module of await namesIn(join(settings, 'mods-available'))) {
    const text = await readFile(join(settings, 'mods-available', module), 'utf8')
    const priority = /^; *priority=(\d\d)$/m.exec(text)?.[1] ?? '20'
    await symlink(`../../mods-available/${module}`, join(enabled, `${priority}-${module}`))
  }
}

const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).then(
    (names) => names.sort(),
    () => [],
  )
