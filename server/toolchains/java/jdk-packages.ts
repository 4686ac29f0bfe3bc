import { join } from 'node:path'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { type Apt, openApt } from '#toolchains/debian/apt.ts'
import { type DebianMirrors, machineMirrors } from '#toolchains/debian/debian-mirrors.ts'
import { unpackPackages } from '#toolchains/debian/debian-packages.ts'
import { NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { bundleLibraries, copyJdk } from './arrange-jdk.ts'
import { findInstalledJdk } from './installed-jdk.ts'
import { compareJava, versionOfPackage } from './java-versions.ts'

/** The Debian suite that has each line of OpenJDK. */
const { suites = {} } = shippedCatalogue.tools.java ?? {}

const sharedLibraries = ['libc6', 'zlib1g', 'libgcc-s1', 'libstdc++6']

const packageOf = (line: string) => `openjdk-${line}-jre-headless`

/** A version of Java, and the package version that has it. */
export interface OfferedJdk {
  version: string
  packageVersion: string
}

export interface JdkPackages {
  /** What is offered of the line, the newest last. */
  offered: readonly OfferedJdk[]
  /** Fetches one of them into a folder, with the C library of its suite. */
  unpack(jdk: OfferedJdk, tree: string): Promise<void>
}

/** Versions of a line that a suite and its security suite have; `name` ends with an architecture behind a colon for another than this machine's. */
export async function offeredJdks(
  apt: Apt,
  line: string,
  architecture = '',
): Promise<OfferedJdk[]> {
  const name = packageOf(line) + (architecture && `:${architecture}`)
  const offered = (await apt.versions(name)).flatMap((packageVersion) => {
    const version = versionOfPackage(packageVersion)
    return version ? [{ version, packageVersion }] : []
  })
  // apt names the newest package first, and rebuilds of one version of Java are as new as their package.
  return offered.reverse().sort((one, other) => compareJava(one.version, other.version))
}

/** Reads what Debian has of a line now. */
export async function openJdkPackages(
  line: string,
  options: { temporary: string; mirrors: DebianMirrors | undefined; signal: AbortSignal },
): Promise<JdkPackages> {
  const { temporary, signal } = options
  const suite = suites[line]
  if (!suite) throw new NotOfferedError('no such line of Java is offered')
  const mirrors = options.mirrors ?? (await machineMirrors(signal))
  const apt = await openApt({ suite, mirrors, folder: temporary, signal })
  const offered = await offeredJdks(apt, line)
  if (offered.length === 0) {
    throw new NotOfferedError(`the suite ${suite} of Debian has no package ${packageOf(line)}`)
  }
  return {
    offered,
    async unpack({ packageVersion }, tree) {
      const root = join(temporary, 'root')
      const jdk = [`openjdk-${line}-jdk-headless`, packageOf(line)]
      const names = [...jdk.map((name) => `${name}=${packageVersion}`), ...sharedLibraries]
      await unpackPackages(apt, { names, temporary, root, signal })
      const found = await findInstalledJdk(line, join(root, 'usr/lib/jvm'))
      if (!found) throw new NotOfferedError('its package is not laid out as expected')
      await copyJdk(found, tree, root)
      await bundleLibraries(tree, root)
    },
  }
}
