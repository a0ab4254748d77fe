extension FrameSize {
    /// Whether a coded frame of another size is one of this size: coders fill frames up to whole blocks, of 16 pixels at most.
    func isMet(by coded: FrameSize) -> Bool {
        (width..<width + Self.block).contains(coded.width) && (height..<height + Self.block).contains(coded.height)
    }

    private static let block = 16
}
