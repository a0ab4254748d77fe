/// The frame whose captions were said last. Captions are said once, at the first place of a frame of the source, however often it is shown,
/// and whichever of its fields is shown first.
struct SaidCaptions {
    private var last: ShownAgain.Shown?

    /// Takes the next frame of the output; whether its captions were said, as they are those of the frame before. Black has none, though it
    /// may be made of a frame that has some.
    mutating func wereSaid(_ placed: borrowing PlacedFrame) -> Bool {
        let place = ShownAgain.Shown(placed)
        let shown = ShownAgain.Shown(instant: place.instant.map { placed.origin ?? $0 }, part: place.part)
        defer { last = shown }
        return shown.instant == nil || shown == last
    }
}
