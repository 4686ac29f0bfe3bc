import type { Launch, RouterGreeting } from '#routers/control/router-commands.ts'
import { runCommands, runRouterProcess, tell } from '#routers/router-main.ts'
import { Agent } from './agent/agent.ts'

/** The agent of HAProxy, which survives it. */
async function run(launch: Launch): Promise<RouterGreeting> {
  const { settings, version } = launch
  const agent = await Agent.open(launch)
  if (launch.replaces) tell({ waiting: true })
  const greeting = {
    pid: process.pid,
    version,
    settings,
    ports: agent.ports,
    get tcpPorts() {
      return agent.tcpPorts
    },
  }
  const leave = async (grace: number) => {
    await agent.leave(grace)
    process.exit(0)
  }
  await runCommands({ launch, greeting, leave, runCommand: (command) => agent.run(command) })
  return greeting
}

await runRouterProcess({ title: 'berth-haproxy-agent', run })
