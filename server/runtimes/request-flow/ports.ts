/** Where requests come in. */
export const entrance = 8080

/** Where an application listens that has other programs in front of it. */
export const behindFlow = 9000

/** Ports of a recipe that is planned. */
export interface Ports {
  /** The one that `PORT` names: the application's own. */
  own: number
  /** The one of a server that the type itself puts in front of the application. */
  front: number
}

/** The ports behind so many programs, which take those from the entrance on. */
export const portsBehind = (programs: number): Ports =>
  programs === 0
    ? { own: entrance, front: entrance }
    : { own: behindFlow, front: entrance + programs }
