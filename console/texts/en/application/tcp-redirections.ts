/** Texts of the TCP redirections of an application. */
export const tcpTexts = {
  title: 'TCP redirections',
  help: 'A public port whose connections go to port 4040 of the application, whatever they speak.',
  none: 'No TCP redirection',
  notOffered: 'TCP redirections are not offered here',
  notOfferedHelp:
    'The operator of this platform has set no ports aside for them (BERTH_TCP_PORTS).',
  columns: { address: 'Address', port: 'Port', namespace: 'Namespace' },
  address: 'address',
  namespace: 'Namespace',
  add: 'Open a port',
  added: (port: number) => `Port ${port} leads to the application.`,
  remove: (port: number) => `Close port ${port}`,
  removeTitle: 'Close the port?',
  removeHelp: (port: number) =>
    `Connections to port ${port} end. The next redirection may get another port.`,
  removeAction: 'Close',
  removed: 'The port was closed.',
}
