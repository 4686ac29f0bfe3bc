import { access, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { run, runOrThrow } from '#kit/process/subprocess.ts'
import { enablePhp } from './enable-php.ts'

/**
 * Links that scripts of packages make where several packages offer a program. Only those that our packages need: the first that is there counts.
 */
const alternatives: Readonly<Record<string, readonly string[]>> = {
  'usr/bin/awk': ['mawk', 'gawk'],
  'usr/bin/cc': ['gcc'],
  'usr/bin/c++': ['g++'],
  'usr/bin/pager': ['less'],
  'usr/bin/uwsgi': ['uwsgi-core'],
  'usr/bin/varnish': ['../sbin/varnishd'],
  'usr/bin/which': ['which.debianutils'],
}

/** Does in the root folder of a system what the scripts of its packages would do and matters: alternatives and the cache of the dynamic linker. */
export async function arrangeSystem(root: string, signal: AbortSignal): Promise<void> {
  for (const [link, programs] of Object.entries(alternatives)) {
    if (await isThere(join(root, link))) continue
    const folder = join(root, link, '..')
    for (const program of programs) {
      if (!(await isThere(join(folder, program)))) continue
      await symlink(program, join(root, link))
      break
    }
  }
  await linkUwsgiPlugins(root)
  await bundleCertificates(root)
  await runOrThrow([...(await linkerCache(root))], { signal })
  await enablePhp(root)
  await compilePython(root, signal)
}

/** The authorities of the package ca-certificates in one file, for where a sandbox has not the machine's in its place. */
async function bundleCertificates(root: string): Promise<void> {
  const folder = join(root, 'usr/share/ca-certificates/mozilla')
  const names = (await readdir(folder).catch(() => [])).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  await mkdir(join(root, 'etc/ssl/certs'), { recursive: true })
  await writeFile(join(root, 'etc/ssl/certs/ca-certificates.crt'), texts.join(''))
}

/** `ldconfig` reads the libraries of another root without running anything of it. */
async function linkerCache(root: string): Promise<[string, ...string[]]> {
  const ldconfig = (await isThere('/sbin/ldconfig')) ? '/sbin/ldconfig' : 'ldconfig'
  return [ldconfig, '-r', root]
}

/** A plugin is called after the version of its interpreter, `python313`, and by `python` alone only through a link of its package's script. */
async function linkUwsgiPlugins(root: string): Promise<void> {
  const folder = join(root, 'usr/lib/uwsgi/plugins')
  for (const name of await readdir(folder).catch(() => [])) {
    const [, version] = /^python(3\d+)_plugin\.so$/.exec(name) ?? []
    if (version && !(await isThere(join(folder, 'python3_plugin.so')))) {
      await symlink(basename(name), join(folder, 'python3_plugin.so'))
    }
  }
}

/**
 * Compiles the modules of Python's own packages, as their scripts would: applications see them read-only, and would compile them again at each start, which takes longer than most of
 * them take to start. In a sandbox of that system; where there can be none, they are only slower.
 */
async function compilePython(root: string, signal: AbortSignal): Promise<void> {
  if (!(await isThere(join(root, 'usr/bin/python3')))) return
  const compile = [
    ...['/usr/bin/python3', '-m', 'compileall', '-q', '-j', '2'],
    ...['--invalidation-mode', 'unchecked-hash', '-x', '/(test|tests|idlelib|lib2to3)/'],
    ...['/usr/lib/python3', ...(await pythonFolders(root))],
  ]
  const sandbox = ['bwrap', '--unshare-all', '--die-with-parent', '--bind', root, '/'] as const
  const mounts = ['--dev', '/dev', '--proc', '/proc', '--tmpfs', '/tmp', '--']
  await run([...sandbox, ...mounts, ...compile], { signal }).catch((error) => {
    if (signal.aborted) throw error
  })
}

const pythonFolders = async (root: string) =>
  (await readdir(join(root, 'usr/lib')))
    .filter((name) => /^python3\.\d+$/.test(name))
    .map((name) => `/usr/lib/${name}`)

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )
