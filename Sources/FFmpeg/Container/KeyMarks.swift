internal import MediaSyntax

/// Marks key frames of H.263 and H.261 by the headers of pictures. libavformat's parsers of both read no picture, and then each
/// packet counts as a key frame.
final class KeyMarks {
    /// How packets of a stream say whether decoding can begin with them.
    private enum Syntax { case h261, h263 }

    /// By the streams' indices.
    private let syntaxes: [Int: Syntax]
    /// The streams of which a packet has come.
    private var begun: Set<Int> = []
    /// Whether reading went on elsewhere than behind the packet before.
    private var hasSought = false

    /// `nil` where there is nothing to do: there is no such stream, or the container (MP4, MOV) has marks of its own that libavformat
    /// keeps.
    init?(_ streams: [StreamInfo], format: String) {
        guard !format.hasPrefix("mov") else { return nil }
        var syntaxes: [Int: Syntax] = [:]
        for stream in streams {
            switch stream.parameters.codecName {
            case "h261": syntaxes[stream.index] = .h261
            case "h263": syntaxes[stream.index] = .h263
            default: break
            }
        }
        guard !syntaxes.isEmpty else { return nil }
        self.syntaxes = syntaxes
    }

    /// Marks a packet, or takes its mark away. What cannot be read stays as it is, and so does a stream's first packet of H.261: decoders begin
    /// with it, whatever it says.
    func mend(_ packet: borrowing Packet) {
        guard let syntax = syntaxes[packet.streamIndex] else { return }
        let isFirst = begun.insert(packet.streamIndex).inserted && !hasSought
        if isFirst, syntax == .h261 { return }
        let isIntra = packet.withPayload { payload in
            switch syntax {
            case .h261: H261Picture.isIntra(payload)
            case .h263: H263Picture.isIntra(payload)
            }
        }
        guard let isIntra else { return }
        if isIntra { packet.markAsKey() } else { packet.unmarkAsKey() }
    }

    /// Packets go on elsewhere in the file.
    func seek() { hasSought = true }
}
