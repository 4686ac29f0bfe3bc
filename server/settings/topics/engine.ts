import {
  oneOf,
  Problem,
  portRange,
  secretSetting,
  setting,
  text,
  yesOrNo,
} from '#kit/setting-kinds.ts'

const dockerHost = (value: string) =>
  /^unix:\/\/\/.+$|^(tcp|https?):\/\/[^/]+$/.test(value)
    ? value
    : new Problem('is not an address such as unix:///var/run/docker.sock or tcp://10.0.0.5:2376')

const imageRegistry = (value: string) => {
  if (value === '') return undefined
  const address = value.includes('://') ? value : `https://${value}`
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)
    ? address
    : new Problem('is not an address such as https://user:password@registry.example:5000')
}

/** The engine, and the settings of the engine `swarm`. */
export const engineSettings = {
  engine: setting(
    'BERTH_ENGINE',
    'process',
    oneOf('process', 'swarm', 'memory'),
    'what builds and runs applications: processes of this machine, or services of a Docker Swarm',
  ),
  imageRegistry: secretSetting(
    'BERTH_REGISTRY',
    '',
    imageRegistry,
    'image registry of the engine swarm, such as https://user:password@images.example:5000/prefix; http:// for one without TLS',
  ),
  anonymousRegistry: setting(
    'BERTH_REGISTRY_ANONYMOUS',
    'refuse',
    yesOrNo('allow', 'refuse'),
    'a registry without user and password: refuse, or allow where nobody but servers and nodes reaches it',
  ),
  dockerHost: setting(
    'BERTH_DOCKER_HOST',
    'unix:///var/run/docker.sock',
    dockerHost,
    'Docker daemon of the engine swarm: a manager, which also builds',
  ),
  dockerCertificates: setting(
    'BERTH_DOCKER_CERTIFICATES',
    '',
    text,
    'folder with ca.pem, cert.pem and key.pem for a Docker daemon at tcp://',
  ),
  swarmZone: setting(
    'BERTH_SWARM_ZONE',
    '',
    text,
    'instances run on nodes whose label berth.zone has this value; on any node when empty',
  ),
  swarmPorts: setting(
    'BERTH_SWARM_PORTS',
    '20000-29999',
    portRange,
    'ports of the nodes at which instances of the engine swarm are published',
  ),
  baseImage: setting(
    'BERTH_BASE_IMAGE',
    '',
    text,
    'base image of applications, with perl, git and a shell; made from the Debian packages of this machine when empty',
  ),
} as const

/** Nodes of a swarm get images from a registry, and from nowhere else; whoever may write to it could delete them. */
export function registryProblems({
  engine,
  imageRegistry,
  anonymousRegistry,
}: {
  engine: string
  imageRegistry: string | undefined
  anonymousRegistry: boolean
}): string[] {
  if (engine !== 'swarm') return []
  if (!imageRegistry) {
    return ['BERTH_ENGINE=swarm needs BERTH_REGISTRY, the registry that keeps its images']
  }
  const { username, password } = new URL(imageRegistry)
  if ((username && password) || anonymousRegistry) return []
  return [
    'BERTH_REGISTRY has no user and password, so that whoever reaches the registry can delete and replace images: give it some and name them (https://user:password@images.example:5000), or set BERTH_REGISTRY_ANONYMOUS=allow if only servers and nodes reach it',
  ]
}
