import { type FittingType, firstFile, fits, type Project } from './project.ts'

/** What the files of one language or family say; at most one type of it fits. */
export type Detector = (project: Project) => Promise<FittingType | undefined>

/** The first of these files says it. */
const byFile =
  (type: string, names: readonly string[]): Detector =>
  async (project) => {
    const name = await firstFile(project, names)
    return name === undefined ? undefined : fits(type, name)
  }

/** Play and other builds of sbt, and Play 1. */
export async function detectPlay(project: Project): Promise<FittingType | undefined> {
  const conf = await firstFile(project, ['conf/application.conf', 'conf/routes'])
  const sbt = await firstFile(project, [
    ...['build.sbt', 'project/build.properties', 'project/Build.scala'],
  ])
  if (sbt) return fits((await usesPlay(project, conf)) ? 'play2' : 'sbt', sbt)
  const isPlay1 =
    conf &&
    (await firstFile(project, ['conf/dependencies.yml', 'app/controllers/Application.java']))
  return isPlay1 ? fits('play1', conf) : undefined
}

/** An sbt build with Play's configuration or its plug-in. */
async function usesPlay(project: Project, conf: string | undefined): Promise<boolean> {
  if (conf) return true
  const plugins = (await project.read('project/plugins.sbt')) ?? ''
  return plugins.includes('"sbt-plugin"') && plugins.includes('play')
}

/** Lock files first, as the one that says most. */
export const detectPython = byFile('python', [
  ...['uv.lock', 'poetry.lock', 'Pipfile.lock', 'Pipfile', 'requirements.txt', 'manage.py'],
  ...['pyproject.toml', 'setup.py'],
])

export const detectPhp = byFile('php', [
  ...['composer.lock', 'composer.json', 'index.php', 'public/index.php', 'web/index.php'],
  'wp-config-sample.php',
])

export const detectGo = byFile('go', ['go.mod', 'go.work', 'main.go'])

export const detectRust = byFile('rust', ['Cargo.toml'])

/** What Rack starts; a Gemfile alone may be of a tool beside an application in another language. */
export const detectRack = byFile('ruby', ['config.ru'])
export const detectRuby = byFile('ruby', ['Gemfile.lock', 'gems.locked', 'Gemfile', 'gems.rb'])

/** Of the types of Java whose files say so themselves. */
const javaTypes = ['jar', 'war', 'gradle', 'maven']
const platformFolders = ['clevercloud', 'berth']

const gradleFiles = ['build.gradle', 'build.gradle.kts', 'settings.gradle', 'settings.gradle.kts']

/** The file of a type says it, else that of the tool which builds. */
export async function detectJava(project: Project): Promise<FittingType | undefined> {
  for (const type of javaTypes) {
    const paths = platformFolders.map((folder) => `${folder}/${type}.json`)
    const said = await firstFile(project, paths)
    if (said) return fits(type, said)
  }
  const pom = await project.read('pom.xml')
  if (pom !== undefined)
    return fits(
      /<packaging>\s*war\s*</.test(pom) && !pom.includes('spring-boot') ? 'war' : 'maven',
      'pom.xml',
    )
  const gradle = await firstFile(project, gradleFiles)
  return gradle ? fits('gradle', gradle) : byFile('jar', ['build.xml'])(project)
}

/** A Dockerfile, or the name of an image. */
export const detectDocker = byFile('docker', [
  'Dockerfile',
  ...platformFolders.map((folder) => `${folder}/image.json`),
])

/** A task or a target that starts something. */
export async function detectLinux(project: Project): Promise<FittingType | undefined> {
  for (const name of ['mise.toml', '.mise.toml']) {
    const lines = ((await project.read(name)) ?? '').split('\n')
    if (lines.some((line) => line.startsWith('[tasks.run]'))) return fits('linux', name)
  }
  for (const name of ['GNUmakefile', 'makefile', 'Makefile']) {
    const lines = ((await project.read(name)) ?? '').split('\n')
    if (lines.some((line) => line.startsWith('run:'))) return fits('linux', name)
  }
  return undefined
}
