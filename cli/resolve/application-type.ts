import { nearest } from '#cli/nearest.ts'
import { Refusal } from '#cli/refusal.ts'
import type { InstanceType } from '#client/resources/marketplace/catalogue.ts'

/** Names that people know a type by. */
const synonyms: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['nodejs', 'node.js', 'javascript', 'js', 'typescript', 'ts', 'bun', 'deno'].map((name) => [
      name,
      'node',
    ]),
  ),
  play: 'play2',
  play3: 'play2',
  scala: 'sbt',
  html: 'static',
  'static-apache': 'static',
  golang: 'go',
  cargo: 'rust',
  ...Object.fromEntries(
    ['php7', 'php8', 'laravel', 'symfony', 'wordpress', 'composer'].map((name) => [name, 'php']),
  ),
  django: 'python',
  flask: 'python',
  python2: 'python',
  python3: 'python',
  rack: 'ruby',
  rails: 'ruby',
  sinatra: 'ruby',
  java: 'maven',
  spring: 'maven',
  'spring-boot': 'maven',
  mvn: 'maven',
  ant: 'jar',
  tomcat: 'war',
  jetty: 'war',
  container: 'docker',
  dockerfile: 'docker',
}

/** Languages without a type, as their names begin. */
const otherLanguages = /^(elixir|haskell|dotnet|v|frankenphp|meteor)\d*(\.\d+)?$/

/** The newest version of the type that was typed, by its name or another that it is known by. */
export function resolveType(kinds: readonly InstanceType[], typed: string): InstanceType {
  const name = typed.toLowerCase()
  const slug = Object.hasOwn(synonyms, name) ? (synonyms[name] ?? name) : name
  const enabled = kinds.filter((kind) => kind.enabled)
  const [newest] = enabled
    .filter(({ variant }) => variant.slug === slug)
    .sort((a, b) => (a.version < b.version ? 1 : -1))
  if (newest) return newest
  const slugs = [...new Set(enabled.map(({ variant }) => variant.slug))]
  if (kinds.some(({ variant }) => variant.slug === slug)) {
    throw new Refusal(
      `Applications of type ${slug} cannot be built on this platform.`,
      slug === 'docker'
        ? 'Ask the operator to run the platform as root with bubblewrap, or with BERTH_ENGINE=swarm; or choose the type of your language.'
        : typesHint(slugs),
    )
  }
  throw new Refusal(`Unknown application type '${typed}'.`, hintFor(name, slugs))
}

const typesHint = (slugs: readonly string[]) => `Types: ${slugs.toSorted().join(', ')}`

function hintFor(typed: string, slugs: readonly string[]): string {
  if (otherLanguages.test(typed)) {
    const ways = [
      ...(slugs.includes('linux') ? ['--type linux with its tools in mise.toml'] : []),
      ...(slugs.includes('docker') ? ['--type docker with a Dockerfile'] : []),
    ]
    return ways.length > 0
      ? `There is no type for it: create the application with ${ways.join(', or ')}.`
      : `There is no type for it, and this platform builds no Dockerfiles. ${typesHint(slugs)}`
  }
  const meant = nearest(typed, slugs)
  return meant ? `Did you mean '${meant}'?` : typesHint(slugs)
}
