import { isIPv4 } from 'node:net'
import { resolve } from 'node:path'
import { hostLoopback } from '#kit/net/host-loopback.ts'
import { isLoopback } from '#kit/net/loopback.ts'
import {
  hostName,
  optionalAddress,
  origin,
  Problem,
  portRange,
  secretSetting,
  setting,
  text,
} from '#kit/setting-kinds.ts'
import { ipv4Networks } from '#settings/kinds.ts'

/** A host without a port that means the same for every application, unlike `localhost`. */
function addonsHost(text: string) {
  if (text === '') return undefined
  if (text.includes(':')) return new Problem('is not a host name or IPv4 address without a port')
  const isOwn = isIPv4(text) ? isLoopback(text) || text.startsWith('0.') : text === 'localhost'
  return isOwn && text !== hostLoopback
    ? new Problem('is an address that each application has for itself')
    : hostName(text)
}

/** How databases of the built-in providers are reached. */
export const addonsSettings = {
  addonsHost: setting(
    'BERTH_ADDONS_HOST',
    '',
    addonsHost,
    'host name or IPv4 address in the URIs of databases, for applications, this machine and whoever BERTH_ADDONS_BIND lets in; when empty the host of the API if BERTH_ADDONS_BIND is set, else 127.18.0.1, which only this machine and applications reach',
  ),
  addonsBind: setting(
    'BERTH_ADDONS_BIND',
    '',
    optionalAddress,
    'address at which databases are reached from outside, over TLS alone, such as 0.0.0.0 for all of this machine; not at all when empty',
  ),
  addonsNetworks: setting(
    'BERTH_ADDONS_NETWORKS',
    '',
    ipv4Networks,
    'networks from which databases are reached at BERTH_ADDONS_BIND as applications reach them, without TLS: those of the nodes of a swarm, such as 10.0.0.0/24, separated by commas; none when empty',
  ),
  addonsPorts: setting(
    'BERTH_ADDONS_PORTS',
    '20000-29999',
    portRange,
    'ports that new database servers take, on loopback and from outside alike',
  ),
  cellarUrl: setting(
    'BERTH_CELLAR_URL',
    '',
    origin,
    'address of a Versity S3 gateway in which new object storage add-ons get their buckets, such as https://s3.example.org, which applications and users reach; one that the platform runs on this machine when empty',
  ),
  cellarAdminUrl: setting(
    'BERTH_CELLAR_ADMIN_URL',
    '',
    origin,
    'address of its admin API; BERTH_CELLAR_URL when empty',
  ),
  cellarAccessKey: setting(
    'BERTH_CELLAR_ACCESS_KEY',
    '',
    text,
    'id of the access key of its administrator',
  ),
  cellarSecretKey: secretSetting('BERTH_CELLAR_SECRET_KEY', '', text, 'that access key itself'),
  cellarProgram: setting(
    'BERTH_CELLAR_PROGRAM',
    '',
    (path) => (path === '' ? undefined : resolve(path)),
    'path of the program `versitygw`, with which the platform runs the object storage; /usr/local/bin/versitygw or /usr/bin/versitygw when empty',
  ),
}

/** Nobody makes accounts at a server without a key. */
export const missingCellarKey = (settings: {
  cellarUrl: string | undefined | Problem
  cellarAccessKey: string
  cellarSecretKey: string
}): string[] =>
  typeof settings.cellarUrl === 'string' && !(settings.cellarAccessKey && settings.cellarSecretKey)
    ? ['BERTH_CELLAR_URL needs BERTH_CELLAR_ACCESS_KEY and BERTH_CELLAR_SECRET_KEY']
    : []
