/// A frame that has its place in the target and waits to be added to the others.
final class PlacedFrame {
    /// Samples of it.
    let size: Int
    /// The target sample of its centre.
    var target: Int64 = 0
    /// The window before the transform.
    var shape: [Float] = []
    /// The window behind the inverse transform.
    var synthesisShape: [Float] = []
    /// The product of both windows.
    var weights: [Float]
    /// Whether it is an attack's own.
    var isAttack = false
    /// Whether its windows are faded out beside an attack.
    var isCut = false
    /// Whether the map is faster than rate 1 there.
    var isFaster = false
    /// Its spectra, turned.
    let spectra: ChannelSpectra
    /// So many bins, from the lowest on, are led to agree with the frames around it; 0 where the frame stays as it is.
    var refinedBins = 0
    /// Its samples, times the window behind the inverse transform, channel by channel.
    var samples: [[Float]]

    /// The target sample that it begins with.
    var start: Int64 { target - Int64(size / 2) }

    /// A frame of `size` samples of silence.
    init(size: Int, channelCount: Int) {
        self.size = size
        spectra = ChannelSpectra(size: size, channelCount: channelCount)
        weights = Array(repeating: 0, count: size)
        samples = Array(repeating: Array(repeating: 0, count: size), count: channelCount)
    }
}
