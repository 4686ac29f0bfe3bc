import { machinePackagesAnswer } from '#api/answers/operation.ts'
import { endpoint } from '#api/http/endpoint.ts'

const dateOf = (time: number) => new Date(time).toISOString()

export const listMachinePackages = endpoint({
  method: 'GET',
  path: '/v4/berth/operator/packages',
  access: 'operator',
  summary:
    'Lists the packages of the machine that the platform uses (sandboxes, libraries, Git, databases, router), with the version that apt would install; from the lists that the machine has, kept for an hour',
  answer: machinePackagesAnswer,
  async handle({ platform }) {
    const found = await platform.operation.packages()
    if (found.state === 'unknown')
      return { reason: found.reason, checkDate: null, listDate: null, packages: [] }
    return {
      reason: null,
      checkDate: dateOf(found.checkedAt),
      listDate: dateOf(found.listedAt),
      packages: found.packages.map(({ name, use, installed, candidate, isSecurity }) => {
        const isOutdated = installed !== candidate
        return { name, use, installed, candidate, isOutdated, isSecurity: isOutdated && isSecurity }
      }),
    }
  },
})
