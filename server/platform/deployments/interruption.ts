/** Why a deployment's signal was aborted: its owner, a newer push, or the end of the server. */
export class Cancelled extends Error {
  constructor(why: string) {
    super(why)
    this.name = 'Cancelled'
  }
}

/** The server is ending; the deployment is left as it stands and taken up at the next start. */
export class ShuttingDown extends Error {
  constructor() {
    super('the server is ending')
    this.name = 'ShuttingDown'
  }
}
