import type { Catalogue } from './choose-version.ts'
import type { PlannedRuntime } from './pipeline/pipeline.ts'

/** One type of application. */
export interface RuntimeEntry {
  type: string
  title: string
  usesDockerfile?: true
  /** Its page below `docs/runtimes/`. */
  page: string
  load(catalogue: Catalogue): Promise<PlannedRuntime>
}

/**
 * All types of application; forms propose the first. A runtime is loaded when its first application is deployed, to
 * keep the server's start fast.
 */
export const runtimeEntries: readonly RuntimeEntry[] = [
  {
    type: 'node',
    title: 'Node.js',
    page: 'javascript.md',
    load: async (facts) => (await import('./node/node-runtime.ts')).createNodeRuntime(facts),
  },
  {
    type: 'play1',
    title: 'Play 1',
    page: 'play.md',
    load: async (facts) => (await import('./play1/play1-runtime.ts')).createPlay1Runtime(facts),
  },
  {
    type: 'play2',
    title: 'Play 2',
    page: 'play.md',
    load: async (facts) => (await import('./sbt/sbt-runtime.ts')).createPlay2Runtime(facts),
  },
  {
    type: 'sbt',
    title: 'sbt',
    page: 'play.md',
    load: async (facts) => (await import('./sbt/sbt-runtime.ts')).createSbtRuntime(facts),
  },
  {
    type: 'php',
    title: 'PHP',
    page: 'php.md',
    load: async (facts) => (await import('./php/php-runtime.ts')).createPhpRuntime(facts),
  },
  {
    type: 'python',
    title: 'Python',
    page: 'python.md',
    load: async (facts) => (await import('./python/python-runtime.ts')).createPythonRuntime(facts),
  },
  {
    type: 'ruby',
    title: 'Ruby',
    page: 'ruby.md',
    load: async (facts) => (await import('./ruby/ruby-runtime.ts')).createRubyRuntime(facts),
  },
  {
    type: 'go',
    title: 'Go',
    page: 'go.md',
    load: async (facts) => (await import('./go/go-runtime.ts')).createGoRuntime(facts),
  },
  {
    type: 'rust',
    title: 'Rust',
    page: 'rust.md',
    load: async (facts) => (await import('./rust/rust-runtime.ts')).createRustRuntime(facts),
  },
  {
    type: 'jar',
    title: 'Java (jar)',
    page: 'java.md',
    load: async (facts) => (await import('./jvm/jvm-runtime.ts')).createJvmRuntime('jar', facts),
  },
  {
    type: 'maven',
    title: 'Maven',
    page: 'java.md',
    load: async (facts) => (await import('./jvm/jvm-runtime.ts')).createJvmRuntime('maven', facts),
  },
  {
    type: 'linux',
    title: 'Linux',
    page: 'linux.md',
    load: async (facts) => (await import('./linux/linux-runtime.ts')).createLinuxRuntime(facts),
  },
  {
    type: 'gradle',
    title: 'Gradle',
    page: 'java.md',
    load: async (facts) => (await import('./jvm/jvm-runtime.ts')).createJvmRuntime('gradle', facts),
  },
  {
    type: 'war',
    title: 'Java (war)',
    page: 'java.md',
    load: async (facts) => (await import('./jvm/jvm-runtime.ts')).createJvmRuntime('war', facts),
  },
  {
    type: 'static',
    title: 'Static',
    page: 'static.md',
    load: async (facts) => (await import('./static/static-runtime.ts')).createStaticRuntime(facts),
  },
  {
    type: 'docker',
    title: 'Docker',
    usesDockerfile: true,
    page: 'docker.md',
    load: async () => (await import('./docker/docker-runtime.ts')).createDockerRuntime(),
  },
]
