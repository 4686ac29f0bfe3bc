/** Texts of the steps of a deployment. */
export const stepTexts = {
  steps: 'Steps of the deployment',
  names: {
    queue: 'Accepted',
    recipe: 'Recipe',
    build: 'Build',
    start: 'Start',
    'health-check': 'Health check',
    run: 'Run',
    switch: 'Switch visitors',
    probation: 'Probation',
    drain: 'Drain old instances',
    stop: 'Stop',
  },
  states: {
    waiting: 'waiting',
    running: 'in progress',
    done: 'done',
    failed: 'failed',
    cancelled: 'cancelled',
    skipped: 'skipped',
  },
}
