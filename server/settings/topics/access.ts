import {
  callsPerMinute,
  connections,
  credentialPairs,
  networks,
  oneOf,
  secretSetting,
  setting,
  yesOrNo,
} from '#kit/setting-kinds.ts'

/** Who may use the API, and how much. */
export const accessSettings = {
  signup: setting(
    'BERTH_SIGNUP',
    'closed',
    oneOf('closed', 'invite', 'open'),
    'who may create an account: nobody, people who were invited to an organisation, or anybody',
  ),
  tokensAcrossConsumers: setting(
    'BERTH_TOKENS_ACROSS_CONSUMERS',
    'allow',
    yesOrNo('allow', 'forbid'),
    'whether an access token works through another OAuth consumer than its own (real clients do that)',
  ),
  consumers: secretSetting(
    'BERTH_CONSUMERS',
    '',
    credentialPairs,
    'OAuth consumers that public clients ship with, as key:secret, separated by commas; key:secret:unsigned-query for client-go up to 0.1.1, whose HMAC signatures leave the query out',
  ),
  apiRate: setting(
    'BERTH_API_RATE',
    '600',
    callsPerMinute,
    'API calls per minute of one credential, or of one address without credentials, a minute’s worth of them at once; all credentials of a user together get five times as many; 0 for no limit',
  ),
  trustedProxies: setting(
    'BERTH_TRUSTED_PROXIES',
    '',
    networks,
    'addresses or networks of proxies in front of Berth, separated by commas; their X-Forwarded-For counts',
  ),
  maxPerClient: setting(
    'BERTH_CONNECTIONS_PER_ADDRESS',
    '500',
    connections,
    'connections that one client may have at once to the API with the console, to the bridge and to Git, each, and its concurrent requests beyond one for each; a client is what a visitor is for BERTH_ROUTER_CONNECTIONS_PER_ADDRESS; never more than a quarter of what the port accepts; 0 for no limit',
  ),
} as const
