/// Something is left out of a comparison.
struct Refusal: Error {
    /// Why, as a sentence.
    let words: String
}
