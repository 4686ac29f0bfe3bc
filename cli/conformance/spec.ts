/** Rules of the protocol, as quoted in reports. */
export const spec = {
  basic: 'Every call carries Basic authentication: the id of the manifest and api.password.',
  refuse401:
    'The provider verifies every call; when the credentials are missing or wrong it answers 401.',
  challenge: 'A WWW-Authenticate: Basic header may come with the 401.',
  secrets: 'api.password and api.sso_salt are secrets between platform and provider.',
  provision:
    'POST {base_url} with a JSON body is answered with success and {id, config?, message?}.',
  statuses:
    '200 and 201 mean done, 202 means that the provider will call back, anything else that it failed.',
  id: 'id: a text, what the provider calls the resource; each resource has its own.',
  config:
    'config: an object of texts, a value for each of api.config_vars; other keys are ignored.',
  message: 'message: a text that is shown to the customer.',
  body: 'The body has addon_id, owner_id, owner_name, user_id, plan, region, callback_url, options and older fields.',
  callback: 'callback_url can be used once the order is answered, not during the POST.',
  again:
    'An order whose answer was lost is sent again with the same addon_id; it means the same resource.',
  slug: 'plan is the slug of a plan of the provider.',
  failure:
    'A failure has a body {"id":"error","message":"…","config":{}}; the message is shown to the customer.',
  remove:
    'DELETE {base_url}/{id} is answered with 200; the platform also takes 204, 404 and 410 for done.',
  sso: 'POST {sso_url} with a form: the provider verifies it, sets a session cookie and redirects to the panel of the resource.',
  signature:
    'signature is the hexadecimal SHA-512 of id:user_id:email:nav-data:sso_salt:timestamp, of the decoded values.',
  fresh: 'The provider refuses a form whose timestamp is older than a few minutes (about 5).',
  later:
    'After 202 the provider completes the order: PUT callback_url with {config}, with Basic authentication.',
  change:
    'PUT {base_url}/{id} with {addon_id, plan}: 200 or 201 done, 202 later, 404, 405 or 501 when plans cannot be changed.',
  timeout: 'The platform waits 30 s for an answer; what comes later counts as unknown.',
  many: 'Customers order at the same time; calls come in parallel.',
  hostile: 'Whoever knows the address can send anything; the service must go on.',
  manifest:
    'The manifest has id, api.config_vars, password, sso_salt, regions with eu, and addresses for production and test.',
} as const
