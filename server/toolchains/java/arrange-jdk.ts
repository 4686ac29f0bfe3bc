import { existsSync } from 'node:fs'
import {
  copyFile,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { runOrThrow } from '#kit/process/subprocess.ts'

/** The folder beside `bin/` with the C library that the programs of a JDK were linked against. */
const libraries = 'glibc'
const original = '.elf'

/** Copies a JDK with everything that its absolute links lead to, found below `root`. */
export async function copyJdk(jdk: string, tree: string, root = '/'): Promise<void> {
  await mkdir(dirname(tree), { recursive: true })
  await runOrThrow(['cp', '--archive', '--reflink=auto', '--', jdk, tree])
  for (const link of await absoluteLinks(tree)) {
    const target = join(root, await readlink(link))
    await rm(link)
    // Documentation and sources are in packages that are not wanted; the trust store is written afterwards.
    if (existsSync(target))
      await runOrThrow(['cp', '--recursive', '--dereference', '--', target, link])
  }
}

/**
 * Makes the programs of a JDK start through the dynamic linker that comes with them, because their C library may be
 * newer than the machine's. A copy of the linker lies in each folder of programs: a JDK finds its home from the path of the running
 * program, which is then the linker's.
 */
export async function bundleLibraries(tree: string, root: string): Promise<void> {
  const bundle = join(tree, libraries)
  await mkdir(bundle)
  for (const folder of await libraryFolders(root)) {
    await runOrThrow(['cp', '--recursive', '--dereference', '--', `${folder}/.`, bundle])
  }
  const linker = (await readdir(bundle)).find((name) => /^ld-linux-.*\.so\.\d+$/.test(name))
  if (!linker) throw new Error('libc6 has no dynamic linker')
  const programs = await programsOf(tree)
  for (const { path, target } of programs) {
    if (path === target) await rename(path, `${path}${original}`)
    else await rm(path)
  }
  for (const { path, target } of programs) {
    const folder = dirname(path)
    await copyFile(join(bundle, linker), join(folder, linker))
    const program = `${target}${original}`
    const there = (to: string) => `"$here/${relative(folder, to)}"`
    const script = `#!/bin/sh
here=\${0%/*}
exec ${there(join(folder, linker))} --library-path ${there(bundle)} ${there(program)} "$@"
`
    await writeFile(path, script, { mode: 0o755 })
  }
}

/** Every program that can be started, by name or by a link to another one. */
async function programsOf(tree: string): Promise<{ path: string; target: string }[]> {
  const programs: { path: string; target: string }[] = []
  for (const folder of ['bin', 'jre/bin', 'lib']) {
    for (const name of await readdir(join(tree, folder)).catch(() => [])) {
      if (folder === 'lib' && name !== 'jspawnhelper') continue
      const path = join(tree, folder, name)
      if (await isElf(path)) programs.push({ path, target: await realpath(path) })
    }
  }
  return programs
}

/** `/usr/lib/<triplet>`, and `/lib/<triplet>` as well in packages from before the two were merged. */
async function libraryFolders(root: string): Promise<string[]> {
  const folders: string[] = []
  for (const lib of ['lib', 'usr/lib']) {
    const names = await readdir(join(root, lib)).catch(() => [])
    const triplet = names.find((name) => name.endsWith('-linux-gnu'))
    if (triplet) folders.push(join(root, lib, triplet))
  }
  return folders
}

async function absoluteLinks(tree: string): Promise<string[]> {
  const text = await runOrThrow(['find', tree, '-type', 'l', '-lname', '/*', '-print0'])
  return text.split('\0').filter(Boolean)
}

async function isElf(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return false
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return buffer.equals(Buffer.from('\x7fELF', 'latin1'))
  } catch {
    return false
  } finally {
    await file.close()
  }
}
