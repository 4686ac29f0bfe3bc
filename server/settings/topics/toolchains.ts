import {
  duration,
  folderByName,
  oneOf,
  Problem,
  setting,
  text,
  yesOrNo,
} from '#kit/setting-kinds.ts'
import { sbtRepositoryList } from '#toolchains/sbt/sbt-repositories.ts'

const minRefresh = 60_000

/** A duration of at least a minute; `undefined` for `off`. */
function refreshInterval(text: string): number | undefined | Problem {
  if (text === 'off') return undefined
  const value = duration(text)
  if (value instanceof Problem || value >= minRefresh) return value
  return new Problem('is shorter than a minute')
}

/** Where tools of applications come from, and which versions. */
export const toolchainSettings = {
  toolchains: setting(
    'BERTH_TOOLCHAINS',
    '',
    text,
    'folder of fetched toolchains; inside the data folder when empty',
  ),
  npmRegistry: setting(
    'BERTH_NPM_REGISTRY',
    '',
    text,
    'npm registry for toolchains and builds; what `npm config get registry` says when empty; on a machine without npm, a release uses the one that npm has by default',
  ),
  mavenRepository: setting(
    'BERTH_MAVEN_REPOSITORY',
    '',
    text,
    'Maven repository for Java applications, their tools, Play 1 and sbt; Maven Central when empty',
  ),
  toolchainRefresh: setting(
    'BERTH_TOOLCHAIN_REFRESH',
    '24h',
    refreshInterval,
    'how often the npm registry is asked for new releases of Node, Bun, Deno, npm, pnpm and Yarn, which applications get at their next deployment; `off` for only when an operator asks',
  ),
  defaultVersions: setting(
    'BERTH_DEFAULT_VERSIONS',
    'newest',
    oneOf('newest', 'spec'),
    'versions of tools that an application does not choose: `newest` for the latest Node with long-term support and what belongs to it, `spec` for Node 22.20.0, npm 10.9.3 and Bun 1.2.23',
  ),
  hasWeeklyReport: setting(
    'BERTH_WEEKLY_REPORT',
    'on',
    yesOrNo('on', 'off'),
    'whether the operators get an e-mail once a week about outdated applications, tools and packages of the machine; none is sent while nothing is outdated',
  ),
  sbtRepositories: setting(
    'BERTH_SBT_REPOSITORIES',
    '',
    sbtRepositoryList,
    'further repositories for sbt, such as ours=https://repository.example.org/maven/, each with a pattern after a space if its layout is that of Ivy',
  ),
  registriesFile: setting(
    'BERTH_REGISTRIES_FILE',
    '',
    text,
    'file in the form of containers-registries.conf(5) for builds of Dockerfiles: mirrors, registries without TLS, registries for names without a host, which is docker.io unless the file says otherwise',
  ),
  jdks: setting(
    'BERTH_JDKS',
    '',
    folderByName,
    'folders of installed JDKs by line, such as 17=/opt/jdk-17,21=/opt/jdk-21; else those of the machine or of Debian are copied',
  ),
} as const
