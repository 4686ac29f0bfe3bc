import { resolve } from 'node:path'
import {
  address,
  count,
  duration,
  email,
  emails,
  hostName,
  megabytes,
  oneOf,
  origin,
  port,
  secretSetting,
  setting,
  smtpServer,
  webPort,
  yesOrNo,
} from '#kit/setting-kinds.ts'
import { zones } from '#platform/model/zones.ts'
import { ipv4Networks, storeAddress, zoneList } from './kinds.ts'
import { accessSettings } from './topics/access.ts'
import { addonsSettings } from './topics/addons.ts'
import { billingSettings } from './topics/billing.ts'
import { certificateSettings } from './topics/certificates.ts'
import { diskSettings } from './topics/disk.ts'
import { engineSettings } from './topics/engine.ts'
import {
  deploymentSettings,
  healthSettings,
  logSettings,
  repositorySettings,
  shellSettings,
} from './topics/hosting.ts'
import { metricsSettings } from './topics/metrics.ts'
import { networkGroupSettings } from './topics/network-groups.ts'
import { quotaSettings } from './topics/quotas.ts'
import {
  activatorSettings,
  domainSettings,
  edgeSettings,
  visitorSettings,
} from './topics/routing.ts'
import { scalingSettings } from './topics/scaling.ts'
import { toolchainSettings } from './topics/toolchains.ts'

/** Every setting, in the order of `--help` and of the operating guide. */
export const settingList = {
  data: setting('BERTH_DATA', './data', (text) => resolve(text), 'the one folder with all state'),
  settingsFile: setting(
    'BERTH_SETTINGS_FILE',
    '',
    (text) => (text === '' ? undefined : resolve(text)),
    'a file with more settings, NAME=value in each line; the environment wins',
  ),
  lockTimeout: setting(
    'BERTH_LOCK_TIMEOUT',
    '2m',
    duration,
    'how long a start waits while another server still uses the data folder, such as one that is shutting down; 0 to fail at once',
  ),
  bind: setting('BERTH_BIND', '127.0.0.1', address, 'address that every port is opened on'),
  apiPort: setting(
    'BERTH_API_PORT',
    '4000',
    webPort,
    'API, console, login pages; HTTP and TLS on the same port',
  ),
  bridgePort: setting('BERTH_BRIDGE_PORT', '4001', webPort, 'the bridge for API tokens, likewise'),
  gitPort: setting('BERTH_GIT_PORT', '4002', port, 'Git over SSH and over HTTPS on the same port'),
  httpPort: setting('BERTH_HTTP_PORT', '4080', port, 'visitors of applications, HTTP'),
  httpsPort: setting('BERTH_HTTPS_PORT', '4443', port, 'visitors of applications, HTTPS'),
  ...visitorSettings,
  apiUrl: setting(
    'BERTH_API_URL',
    '',
    origin,
    'public address of the API, behind a proxy or a name; from the port when empty',
  ),
  bridgeUrl: setting('BERTH_BRIDGE_URL', '', origin, 'public address of the bridge'),
  consoleUrl: setting('BERTH_CONSOLE_URL', '', origin, 'public address of the console'),
  gitHost: setting(
    'BERTH_GIT_HOST',
    '',
    (text) => (text === '' ? undefined : hostName(text)),
    'public host, and port if any, of Git',
  ),
  appsDomain: setting(
    'BERTH_APPS_DOMAIN',
    'localhost',
    hostName,
    "an application's own domain is app-<uuid>.<this>",
  ),
  ...domainSettings,
  ...networkGroupSettings,
  ...engineSettings,
  router: setting(
    'BERTH_ROUTER',
    'node',
    oneOf('node', 'haproxy'),
    'what visitors reach: the built-in router, or HAProxy of the system',
  ),
  ...edgeSettings,
  ...activatorSettings,
  store: secretSetting(
    'BERTH_STORE',
    'sqlite',
    storeAddress,
    'where facts are kept: sqlite, a file in the data folder, or a PostgreSQL database, such as postgresql://user:password@db.example.org:5432/berth',
  ),
  serverHost: setting(
    'BERTH_SERVER_HOST',
    '',
    (text) => (text === '' ? undefined : hostName(text)),
    'host name or IPv4 address at which other servers of the same PostgreSQL database reach this one; when empty BERTH_BIND, or the name of this machine if that is every address',
  ),
  ...accessSettings,
  zones: setting(
    'BERTH_ZONES',
    '',
    zoneList(...zones.map(({ name }) => name)),
    'further zones beside par and mtl: name:City:CC:latitude:longitude, separated by commas',
  ),
  smtpUrl: secretSetting(
    'BERTH_SMTP_URL',
    '',
    smtpServer,
    'mail server, such as smtp://user:password@mail.example.org:587; without it mails are shown in the log',
  ),
  mailFrom: setting('BERTH_MAIL_FROM', 'berth@localhost', email, 'sender of the mails'),
  auditAge: setting(
    'BERTH_AUDIT_AGE',
    '365d',
    duration,
    'audit entries older than this are removed',
  ),
  adminEmail: setting(
    'BERTH_ADMIN_EMAIL',
    'admin@localhost',
    email,
    'the first account, created at the first start',
  ),
  operators: setting(
    'BERTH_OPERATORS',
    '',
    emails,
    'addresses of those who may release add-on providers, separated by commas; the first account when empty',
  ),
  privateTargets: setting(
    'BERTH_PRIVATE_TARGETS',
    '',
    oneOf('', 'none', 'loopback', 'all'),
    'private addresses that add-on providers, webhooks and drains may be at, in plain http too: none, loopback or all; loopback when BERTH_BIND is one',
  ),
  egressAllowed: setting(
    'BERTH_EGRESS_ALLOWED',
    '',
    ipv4Networks,
    'private networks that applications and builds may reach beside the Internet, such as 10.1.0.0/16, separated by commas',
  ),
  ...certificateSettings,
  ...addonsSettings,
  providerTimeout: setting(
    'BERTH_PROVIDER_TIMEOUT',
    '30s',
    duration,
    'what an add-on provider gets to answer; each retry of an order, a deletion or a change of plan gets twice as much, up to eight times',
  ),
  deliveryAge: setting(
    'BERTH_DELIVERY_AGE',
    '30d',
    duration,
    'how long calls from and to add-on providers, and to webhooks, are kept',
  ),
  eventAge: setting(
    'BERTH_EVENT_AGE',
    '30d',
    duration,
    'events older than this are removed; a client that resumes an event stream from an earlier one gets a notice',
  ),
  ...toolchainSettings,
  installPackages: setting(
    'BERTH_INSTALL_PACKAGES',
    'on',
    yesOrNo('on', 'off'),
    'whether missing programs are installed with apt-get when Berth runs as root: at the start what isolates applications, at the first order the server of a database',
  ),
  isContainer: setting(
    'BERTH_CONTAINER',
    'no',
    yesOrNo('yes', 'no'),
    'whether Berth is all that runs in a container, as in its own image: messages then name options of the container',
  ),
  buildTimeout: setting('BERTH_BUILD_TIMEOUT', '15m', duration, 'a build that takes longer fails'),
  ...diskSettings,
  ...metricsSettings,
  healthCheckTimeout: setting(
    'BERTH_HEALTH_CHECK_TIMEOUT',
    '60s',
    duration,
    'how long the health check waits for 200; CC_HEALTH_CHECK_DEADLINE of an application wins',
  ),
  ...healthSettings,
  drainTimeout: setting(
    'BERTH_DRAIN_TIMEOUT',
    '30s',
    duration,
    'what requests under way get to finish before old instances stop',
  ),
  stopGrace: setting(
    'BERTH_STOP_GRACE',
    '10s',
    duration,
    'time between SIGTERM and SIGKILL for an instance',
  ),
  releasesKept: setting(
    'BERTH_RELEASES_KEPT',
    '5',
    count,
    'releases of an application whose artifacts are kept, so that a rollback needs no build',
  ),
  ...deploymentSettings,
  ...repositorySettings,
  ...shellSettings,
  pushLimit: setting('BERTH_PUSH_LIMIT', '512', megabytes, 'largest push, in megabytes'),
  repositoryLimit: setting(
    'BERTH_REPOSITORY_LIMIT',
    '2048',
    megabytes,
    'largest repository, in megabytes',
  ),
  ...logSettings,
  ...quotaSettings,
  ...scalingSettings,
  ...billingSettings,
} as const
