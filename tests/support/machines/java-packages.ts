import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { PackageFile, Packages } from '#tests/support/servers/debian-repository.ts'

/** A JDK whose programs do nothing, laid out as in Debian's packages. */
const jdk = 'usr/lib/jvm/java-8-openjdk-amd64'
const nothing = { copyOf: '/usr/bin/true' }

/** Packages of OpenJDK 8, and what it is linked against. */
export const javaPackages = async (): Promise<Packages> => ({
  'openjdk-8-jdk-headless': { [`${jdk}/bin/javac`]: nothing },
  'openjdk-8-jre-headless': {
    [`${jdk}/jre/bin/java`]: nothing,
    [`${jdk}/bin/java`]: { link: '../jre/bin/java' },
    [`${jdk}/jre/lib/net.properties`]: { link: '/etc/java-8-openjdk/net.properties' },
    [`${jdk}/src.zip`]: { link: '/usr/lib/jvm/openjdk-8/src.zip' },
    'etc/java-8-openjdk/net.properties': 'java.net.useSystemProxies=false',
  },
  zlib1g: {},
  'libgcc-s1': {},
  'libstdc++6': {},
  libc6: await libc6(),
})

/** Versions of the packages of a release, `8u504-ga-1`. */
export const javaPackageVersions = (version: string) => ({
  'openjdk-8-jdk-headless': version,
  'openjdk-8-jre-headless': version,
})

/** The C library of this machine, as a package. */
async function libc6(): Promise<Record<string, PackageFile>> {
  const names = await readdir('/usr/lib')
  const folder = join('/usr/lib', names.find((name) => name.endsWith('-linux-gnu')) ?? '')
  const isWanted = (name: string) => name === 'libc.so.6' || /^ld-linux-.*\.so\.\d+$/.test(name)
  const files = (await readdir(folder)).filter(isWanted).map((name) => join(folder, name))
  return Object.fromEntries(files.map((path) => [path.slice(1), { copyOf: path }]))
}
