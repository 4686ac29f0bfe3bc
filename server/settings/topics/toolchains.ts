import { folderByName, setting, text } from '#kit/setting-kinds.ts'
import { sbtRepositoryList } from '#toolchains/sbt/sbt-repositories.ts'

/** Where tools of applications come from. */
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
    'npm registry for toolchains and builds; what `npm config get registry` says when empty',
  ),
  mavenRepository: setting(
    'BERTH_MAVEN_REPOSITORY',
    '',
    text,
    'Maven repository for Play 1 and sbt; Maven Central when empty',
  ),
  sbtRepositories: setting(
    'BERTH_SBT_REPOSITORIES',
    '',
    sbtRepositoryList,
    'further repositories for sbt, such as ours=https://repository.example.org/maven/, each with a pattern after a space if its layout is that of Ivy',
  ),
  jdks: setting(
    'BERTH_JDKS',
    '',
    folderByName,
    'folders of installed JDKs by line, such as 17=/opt/jdk-17,21=/opt/jdk-21; else those of the machine or of Debian are copied',
  ),
} as const
