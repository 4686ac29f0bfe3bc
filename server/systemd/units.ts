/** A systemd unit file. */
export interface Unit {
  name: string
  text: string
}

export const serverUnit = 'berth.service'
/** Stops what the server leaves running, on shutdown of the machine or by the operator. */
export const applicationsUnit = 'berth-applications.service'

/** Units of an installation in `program`, which reads its settings from the file `settings`. */
export const unitsFor = (program: string, settings: string): Unit[] => [
  { name: serverUnit, text: serverText(program, settings) },
  { name: applicationsUnit, text: applicationsText(program, settings) },
]

// OOMPolicy: an OOM kill of an application must not stop the platform. RestartPreventExitStatus: 2 is a start that
// cannot succeed. StartLimitIntervalSec: without a limit of starts, after which systemd would give up.
const serverText = (program: string, settings: string) => `[Unit]
Description=Berth, a platform as a service
Documentation=file:${path(program)}/docs/operating.md
Wants=network-online.target
After=network-online.target ${applicationsUnit}
Requires=${applicationsUnit}
StartLimitIntervalSec=0

[Service]
Type=exec
WorkingDirectory=${path(program)}
EnvironmentFile=${path(settings)}
ExecStart=${word(`${program}/bin/berth-server`)}
# SIGTERM ends the server alone: the router, applications and databases go on, and the next server takes them back.
KillMode=process
KillSignal=SIGTERM
TimeoutStopSec=100
Restart=on-failure
RestartSec=1
RestartPreventExitStatus=2
OOMPolicy=continue
CacheDirectory=berth
LimitNOFILE=65536:1048576
TasksMax=infinity

[Install]
WantedBy=multi-user.target
`

// Started before the server, and therefore stopped after it.
const applicationsText = (program: string, settings: string) => `[Unit]
Description=Berth's applications and databases, which outlive its server
Before=${serverUnit}

[Service]
Type=oneshot
RemainAfterExit=yes
WorkingDirectory=${path(program)}
EnvironmentFile=${path(settings)}
ExecStart=/bin/true
ExecStop=${word(`${program}/bin/berth-server`)} --stop-all
TimeoutStopSec=120

[Install]
WantedBy=multi-user.target
`

/** Escapes percent signs, which begin specifiers. */
const path = (text: string) => text.replaceAll('%', '%%')

/** Quotes one word of a command line, in which dollar signs begin variables. */
const word = (text: string) =>
  `"${path(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$')}"`

/** Variables in the format of systemd's `EnvironmentFile`. */
export const environmentFile = (variables: Readonly<Record<string, string>>): string =>
  [
    '# Settings of Berth: `bin/berth-server --help` lists them. `systemctl restart berth` applies changes.',
    ...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`),
    '',
  ].join('\n')

const quoted = (value: string) => `"${value.replace(/["\\$`]/g, '\\$&')}"`
