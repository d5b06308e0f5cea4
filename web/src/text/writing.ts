/** What leads to a message to a client, from the pages that offer it. */
export const writingText = {
  write: 'Write',
  writeTo: (name: string) => `Write to ${name}`,
  writeToClient: 'Write to the client',
}
