/**
 * One content of a `generateContent` request, by structure: what `@google/genai` types as `Content`. A content without a
 * role is the user's.
 */
export interface GeminiContent {
  readonly role?: string
  readonly parts?: readonly unknown[]
}
