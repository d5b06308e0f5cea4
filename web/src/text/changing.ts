/** Said where two people changed the same at once. */
export const changedMeanwhile = (label: string, who: string, now: string) =>
  `${label}: ${who} changed this meanwhile, and it is now ${now}. Save again if yours is right.`
