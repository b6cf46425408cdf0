const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** True for an id as the service writes them: a UUID in lower case, because ids are case-sensitive. */
export function isId(text: string): boolean {
  return UUID.test(text);
}
