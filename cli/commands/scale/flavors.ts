import { defineCommand } from '#cli/define-command.ts'
import { openSession } from '#cli/profiles/session.ts'
import { table } from '#cli/terminal/table.ts'

export const flavors = defineCommand({
  words: 'flavors',
  summary: 'List the sizes of instances with their prices',
  description: 'Prices are for one hour of an instance in the first zone, without tax.',
  options: { builds: { type: 'boolean', summary: 'List the sizes of builds instead' } },
  examples: ['berth flavors', 'berth flavors --builds'],
  async handle(context) {
    const { output, options, terminal } = context
    const { client } = await openSession(context)
    const sizes = await client.catalogue.flavors(options.builds ? 'build' : undefined)
    output.print(sizes, () =>
      table([
        ['Flavor', 'Memory', 'CPUs', 'Price per hour', ''].map((title) =>
          terminal.paint('bold', title),
        ),
        ...sizes.map(({ name, mem, cpus, price, available }) => [
          name,
          `${mem} MB`,
          String(cpus),
          price === 0 ? 'free' : String(price),
          available ? '' : 'larger than this platform offers',
        ]),
      ]),
    )
    return 0
  },
})
