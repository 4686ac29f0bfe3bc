import { byDocker } from '#bench/support/by-docker.ts'
import { type Bench, median } from '#bench/support/figure.ts'
import { createSteadyProject } from '#bench/support/projects/steady-project.ts'
import { TestBerth } from '#tests/support/platform/berth.ts'
import { openSwarmLab } from '#tests/support/swarm/swarm-lab.ts'

const rounds = 5

/** Time from a push of a code-only change to its first answer on Docker Swarm, compared with Docker's own commands. */
export default {
  name: 'swarm-push',
  async run({ count = rounds }) {
    await using lab = await openSwarmLab(1)
    await using berth = await TestBerth.start(
      {
        BERTH_ENGINE: 'swarm',
        BERTH_DOCKER_HOST: lab.nodes[0]?.host ?? '',
        BERTH_REGISTRY: lab.registry.url,
      },
      lab.registry.prepare,
    )
    const project = await createSteadyProject(berth, 'steady')
    await project.commit()
    // Makes the images of the base and of Node.
    await project.push()
    await using hand = await byDocker(lab, project)
    const pushes: number[] = []
    const deployments: number[] = []
    for (let round = 0; round < count; round += 1) {
      await project.commit()
      if (round % 2 === 0) pushes.push(await project.push())
      deployments.push(await hand.deploy())
      if (round % 2 === 1) pushes.push(await project.push())
    }
    const [value, referenceValue] = [median(pushes), median(deployments)]
    return [
      {
        name: 'push to Swarm, code-only change',
        value,
        unit: 'ms',
        reference: 'docker build, push, service update',
        referenceValue,
        ratio: value / referenceValue,
        budget: 1.2,
      },
    ]
  },
} satisfies Bench
