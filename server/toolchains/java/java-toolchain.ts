import { join } from 'node:path'
import { shippedCatalogue } from '#toolchains/catalogue/shipped-catalogue.ts'
import { type AttemptOptions, NotOfferedError } from '#toolchains/fetch-attempt.ts'
import { fetchOnce, installTool, type ToolPlace } from '#toolchains/install-tool.ts'
import type { ToolFolder } from '#toolchains/tool-folder.ts'
import { bundleLibraries, copyJdk } from './arrange-jdk.ts'
import { unpackDebianPackages } from './debian-packages.ts'
import { findInstalledJdk, hasCompiler } from './installed-jdk.ts'
import { writeTrustStore } from './trust-store.ts'

export interface JavaToolchainOptions extends AttemptOptions {
  folder: string
  /** Folders of JDKs that the operator has installed, by line. */
  jdks?: Readonly<Record<string, string>>
  /** A file with certificate authorities that this machine trusts besides the usual ones. */
  extraCaCerts?: string | undefined
  /** Replaces the mirror of Debian of this machine. */
  mirror?: string
  /** Folder with the JDKs of this machine, unless it is the usual one. */
  machineJdks?: string
}

const remedy = 'The operator can install such a JDK and name its folder in BERTH_JDKS.'

/** The Debian suite that has each line of OpenJDK. */
const { suites = {} } = shippedCatalogue.tools.java ?? {}

const sharedLibraries = ['libc6', 'zlib1g', 'libgcc-s1', 'libstdc++6']

/**
 * JDKs by line: the operator's, else one that the machine has, else Debian's packages from the machine's own mirror. A copy in the
 * folder of tools is what applications see, so that an upgrade of the machine changes no running application.
 */
export function createJavaToolchain(options: JavaToolchainOptions): ToolFolder {
  return fetchOnce({
    timeout: 600_000,
    remedy,
    ...options,
    title: ({ version }) => `Java ${version}`,
    install: (place, signal) => installJdk(options, place, signal),
  })
}

function installJdk(
  { jdks = {}, extraCaCerts, mirror, machineJdks }: JavaToolchainOptions,
  place: ToolPlace,
  signal: AbortSignal,
): Promise<void> {
  const line = place.tool.version
  return installTool(place, async (tree, temporary) => {
    const own = jdks[line]
    if (own && !(await hasCompiler(own))) {
      throw new NotOfferedError('the folder that BERTH_JDKS names for it has no bin/javac')
    }
    const installed = own ?? (await findInstalledJdk(line, machineJdks))
    if (installed) await copyJdk(installed, tree)
    else await unpackJdk(line, { tree, temporary, signal, mirror })
    await writeTrustStore(tree, { temporary, extra: extraCaCerts, signal })
  })
}

interface UnpackOptions {
  tree: string
  temporary: string
  signal: AbortSignal
  mirror: string | undefined
}

async function unpackJdk(
  line: string,
  { tree, temporary, signal, mirror }: UnpackOptions,
): Promise<void> {
  const suite = suites[line]
  if (!suite) throw new NotOfferedError('no such line of Java is offered')
  const root = join(temporary, 'root')
  const names = [`openjdk-${line}-jdk-headless`, `openjdk-${line}-jre-headless`, ...sharedLibraries]
  await unpackDebianPackages({ suite, names, temporary, root, signal, mirror })
  const jdk = await findInstalledJdk(line, join(root, 'usr/lib/jvm'))
  if (!jdk) throw new NotOfferedError('its package is not laid out as expected')
  await copyJdk(jdk, tree, root)
  await bundleLibraries(tree, root)
}
