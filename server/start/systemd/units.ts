/** A unit of systemd as a file. */
export interface Unit {
  name: string
  text: string
}

export const serverUnit = 'berth.service'
/** Ends what the server leaves running, when the machine is shut down or somebody stops it. */
export const applicationsUnit = 'berth-applications.service'

/** The units for an installation in `program`, which reads its settings from the file `settings`. */
export const unitsFor = (program: string, settings: string): Unit[] => [
  { name: serverUnit, text: serverText(program, settings) },
  { name: applicationsUnit, text: applicationsText(program, settings) },
]

// OOMPolicy: an application that the kernel ends for its memory must not end the platform with it.
// RestartPreventExitStatus: 2 is a start that cannot succeed.
const serverText = (program: string, settings: string) => `[Unit]
Description=Berth, a platform as a service
Documentation=file:${path(program)}/docs/operating.md
Wants=network-online.target
After=network-online.target ${applicationsUnit}
Requires=${applicationsUnit}

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
LimitNOFILE=65536:1048576
TasksMax=infinity

[Install]
WantedBy=multi-user.target
`

// Started before the server, and so stopped after it.
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

/** Percent signs begin specifiers. */
const path = (text: string) => text.replaceAll('%', '%%')

/** One word of a command line, in which dollar signs begin variables. */
const word = (text: string) =>
  `"${path(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '$$$$')}"`

/** Variables as an `EnvironmentFile` of systemd has them. */
export const environmentFile = (variables: Readonly<Record<string, string>>): string =>
  [
    '# Settings of Berth: `bin/berth-server --help` lists them. `systemctl restart berth` applies changes.',
    ...Object.entries(variables).map(([name, value]) => `${name}=${quoted(value)}`),
    '',
  ].join('\n')

const quoted = (value: string) => `"${value.replace(/["\\$`]/g, '\\$&')}"`
