/**
 * Why the console cannot start, as one sentence that says what to do. Whoever runs the process prints the sentence alone
 * and ends with exit code 1; anything else that is thrown at start is a defect and keeps its stack.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure'
}
