const list = '`berth applications` lists applications.'
const variables =
  '`berth env` shows variables, `berth env set NAME=value` sets them, `berth env rm` removes them.'
const status = '`berth status` shows the state and the instances of an application.'
const shell =
  '`berth run <command>` runs a command in an instance of its own, `berth ssh` opens a shell in a running one.'
const create =
  '`berth init` makes this folder ready to deploy, `berth create` only creates an application.'
const addons = '`berth addon` lists add-ons, `berth addon create <provider> <name>` orders one.'
const organisations = '`berth organisations` lists organisations.'

/** Commands of similar tools, with their equivalents here. */
const habits: Readonly<Record<string, string>> = {
  apps: list,
  app: list,
  list,
  ls: list,
  'config:get': variables,
  'config:set': variables,
  'config:unset': variables,
  secret: variables,
  secrets: variables,
  variables,
  vars: variables,
  ps: status,
  info: status,
  sizes: '`berth flavors` lists the sizes of instances.',
  instances: status,
  'run:detached': '`berth run --detach <command>` runs a command without waiting for its end.',
  exec: shell,
  shell,
  console: shell,
  undo: '`berth rollback` starts the release before the live one again.',
  deployments: '`berth activity` lists deployments.',
  push: '`berth deploy` pushes the current commit and follows its deployment.',
  up: '`berth deploy` pushes the current commit and follows its deployment.',
  launch: create,
  new: create,
  destroy: '`berth delete` deletes an application, `berth addon delete` an add-on.',
  tail: '`berth logs` shows and follows the log.',
  log: '`berth logs` shows and follows the log.',
  addons,
  db: addons,
  databases: addons,
  pg: addons,
  domains:
    '`berth domain` lists the domains of an application, `berth domain add <name>` adds one.',
  certs: '`berth certificates` lists certificates.',
  autoscale:
    '`berth scale --min-instances 1 --max-instances 4` lets the platform scale automatically.',
  drains: '`berth drain` lists the drains of a log.',
  hooks: '`berth webhooks` lists webhooks.',
  orgs: organisations,
  organizations: organisations,
  teams: organisations,
  keys: '`berth ssh-keys` lists the keys that may push as you.',
  whoami: '`berth profile` shows who you are and on which platform.',
  auth: '`berth login` logs in, `berth profile` shows who you are.',
}

/** Hint for a command of another tool; `apps:info` counts as `apps`. */
export function hintFor(word: string): string | undefined {
  if (word === 'ps:scale') return '`berth scale --instances 2` sets the number of instances.'
  const [first = ''] = Object.hasOwn(habits, word) ? [word] : word.split(':')
  return Object.hasOwn(habits, first) ? habits[first] : undefined
}
