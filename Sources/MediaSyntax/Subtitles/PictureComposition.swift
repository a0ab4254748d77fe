/// What a display set of Blu-ray's subtitles (HDMV PGS) puts on screen. It stays there until the next one: none says for how long.
package struct PictureComposition: Equatable {
    /// Its segment's contents but for the objects: the sizes of the picture, the rate, the number, and how it is put together.
    private let head: [UInt8]
    /// Whether anything is on screen.
    package let isShown: Bool

    /// The composition in a packet of segments; `nil` where it has none.
    ///
    /// - Complexity: O(number of segments).
    package init?(_ packet: Span<UInt8>) {
        var place = 0
        while place <= packet.count - Self.segmentHead {
            let length = Int(packet[place + 1]) << 8 | Int(packet[place + 2])
            let content = place + Self.segmentHead
            guard content + length <= packet.count else { return nil }
            if packet[place] == Self.composition {
                guard length >= Self.headSize else { return nil }
                head = (content..<content + Self.headSize).map { packet[$0] }
                isShown = head[Self.objectCount] > 0
                return
            }
            place = content + length
        }
        return nil
    }

    /// A display set that takes everything away.
    package var cleared: [UInt8] {
        var cleared = head
        let number = UInt16(head[Self.number]) << 8 | UInt16(head[Self.number + 1])
        let next = number &+ 1
        (cleared[Self.number], cleared[Self.number + 1]) = (UInt8(next >> 8), UInt8(truncatingIfNeeded: next))
        // It goes on with what was put together before, with its palette, and has no objects.
        for place in [Self.state, Self.state + 1, Self.objectCount] { cleared[place] = 0 }
        return [Self.composition, 0, UInt8(Self.headSize)] + cleared + [Self.end, 0, 0]
    }

    /// The kinds of segments.
    private static let composition: UInt8 = 0x16
    private static let end: UInt8 = 0x80
    /// The kind and the length in front of each segment, and what a composition has in front of its objects, in bytes.
    private static let segmentHead = 3
    private static let headSize = 11
    /// Where in that the composition's number stands (16 bits), its state, behind which is said whether it changes the palette only, and how
    /// many objects follow.
    private static let number = 5
    private static let state = 7
    private static let objectCount = 10
}
