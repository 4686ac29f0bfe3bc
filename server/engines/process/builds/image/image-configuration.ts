import { constants } from 'node:os'
import { array, type Infer, object, optional, read, record, string, unknown } from '#kit/schema.ts'
import { Failure } from '#platform/model/hosting/deployments/failure.ts'

const texts = optional(array(string))
const container = object({
  Entrypoint: texts,
  Cmd: texts,
  Env: texts,
  User: optional(string),
  WorkingDir: optional(string),
  StopSignal: optional(string),
  ExposedPorts: optional(record(unknown)),
})
/** What `buildah inspect` says of an image. */
const inspected = object({
  OCIv1: object({ architecture: string, os: string, config: optional(container) }),
})

type Container = Infer<typeof container>

/** Names of processors in images. */
const processors: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }
/** Of this machine. */
const processor = processors[process.arch] ?? process.arch

/** The container that the configuration of an image describes; a tenant has written it. */
export function parseConfiguration(text: string, machine = processor): Container {
  const { value } = read(inspected, parseJson(text))
  if (!value) throw new Failure('build', 'The image has a configuration that nobody can read.')
  const { os, architecture, config = {} } = value.OCIv1
  if (os !== 'linux' || architecture !== machine) {
    throw new Failure(
      'build',
      `The image is for ${os}/${architecture}, and this machine is linux/${machine}: its programs cannot run here.`,
      [
        `Build it for linux/${machine} (docker build --platform linux/${machine}), or begin with a base image that there is for it.`,
      ],
    )
  }
  return config
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Entry point and command; without them only what the owner starts instead can be started. */
export function commandOf(
  { Entrypoint = [], Cmd = [] }: Container,
  { hasOther }: { hasOther: boolean },
): string[] {
  const command = [...Entrypoint, ...Cmd]
  if (command.length > 0 && command[0] !== '') return command
  if (hasOther) return []
  throw new Failure('build', 'The image has no command: add CMD or ENTRYPOINT to the Dockerfile.')
}

/** Variables, of which those that no program can be given are left out. */
export const variablesOfImage = ({ Env = [] }: Container): Record<string, string> =>
  Object.fromEntries(
    Env.flatMap((line) => {
      const at = line.indexOf('=')
      return at > 0 && !line.includes('\0') ? [[line.slice(0, at), line.slice(at + 1)]] : []
    }),
  )

/** `STOPSIGNAL` as `SIGQUIT`, `QUIT` or `3`; SIGTERM when it is none. */
export function stopSignalOf({ StopSignal = '' }: Container): NodeJS.Signals {
  const known = Object.entries(constants.signals) as [NodeJS.Signals, number][]
  const found = known.find(([name, number]) =>
    [name, name.slice('SIG'.length), String(number)].includes(StopSignal),
  )
  return found?.[0] ?? 'SIGTERM'
}

/** A sentence for an image that exposes other ports than the one to which visitors are sent. */
export function portWarning({ ExposedPorts = {} }: Container, port: number): string | undefined {
  const exposed = Object.keys(ExposedPorts).flatMap(
    (name) => /^(\d{1,5})(\/tcp)?$/.exec(name)?.[1] ?? [],
  )
  if (exposed.length === 0 || exposed.includes(String(port))) return undefined
  return `The image exposes port ${exposed.slice(0, 3).join(', ')}, and visitors are sent to ${port}: set CC_DOCKER_EXPOSED_HTTP_PORT to the port that it listens on, unless it reads PORT.`
}

/** Folder in which the command starts. */
export function folderOfImage({ WorkingDir = '/' }: Container): string {
  if (WorkingDir.startsWith('/') && !WorkingDir.includes('\0')) return WorkingDir
  throw new Failure(
    'build',
    `WORKDIR ${JSON.stringify(WorkingDir)} is not a path that begins with /.`,
  )
}
