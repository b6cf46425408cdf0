export default async function tearDown() {
  await globalThis.applicationsUnderTest?.stop();
}
