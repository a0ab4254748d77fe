internal import CFFmpeg

/// How many channels there are, and which loudspeaker each belongs to, by libav's name: `mono`, `stereo`, `5.1`.
package struct ChannelLayout: Hashable, Sendable, CustomStringConvertible {
    package var channelCount: Int
    package var name: String

    package init(channelCount: Int, name: String) {
        self.channelCount = channelCount
        self.name = name
    }

    /// libav's default layout for a number of channels.
    package init(channelCount: Int) {
        var layout = unsafe AVChannelLayout()
        unsafe av_channel_layout_default(&layout, Int32(channelCount))
        unsafe self.init(layout)
    }

    /// Reads libav's structure. A layout without an order ("2 channels", as in every WAV) becomes the default one of that
    /// number, because filters and encoders need an order.
    init(_ layout: AVChannelLayout) {
        var layout = unsafe layout
        if unsafe layout.order == AV_CHANNEL_ORDER_UNSPEC {
            let count = unsafe layout.nb_channels
            unsafe av_channel_layout_default(&layout, count)
        }
        var buffer = [CChar](repeating: 0, count: 128)
        unsafe av_channel_layout_describe(&layout, &buffer, buffer.count)
        name = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        unsafe channelCount = Int(layout.nb_channels)
    }

    package var description: String { name }

    /// Layouts that are the same loudspeakers in the same order, but for their names: AC-3 has two at the sides where others have them
    /// behind.
    private static let otherNames = ["5.1(side)": "5.1", "5.0(side)": "5.0", "quad(side)": "quad", "downmix": "stereo"]

    /// The usual name for the same loudspeakers in the same order.
    package var usualName: String { Self.otherNames[name] ?? name }

    /// Whether the channels of one are heard as well from the other's loudspeakers: they are the same ones by any name, or there is one
    /// channel. libav has no name with a space for loudspeakers that it could convert.
    package func isLike(_ other: ChannelLayout) -> Bool {
        channelCount == other.channelCount
            && (channelCount == 1 || usualName == other.usualName || name.contains(" ") || other.name.contains(" "))
    }

    /// Calls a body with libav's structure, and frees the structure afterwards. A layout without an order becomes the
    /// default one of its number of channels.
    func withLayout<Result>(_ body: (UnsafeMutablePointer<AVChannelLayout>) -> Result) -> Result {
        var layout = unsafe AVChannelLayout()
        if unsafe av_channel_layout_from_string(&layout, name) < 0 || layout.order == AV_CHANNEL_ORDER_UNSPEC {
            unsafe av_channel_layout_uninit(&layout)
            unsafe av_channel_layout_default(&layout, Int32(channelCount))
        }
        defer { unsafe av_channel_layout_uninit(&layout) }
        return unsafe body(&layout)
    }
}
