internal import FFmpeg
internal import MediaFormats

extension CodecParameters {
    /// The same parameters of HEVC with another level in their parameter sets (ITU-T H.265, 7.3.3: `general_level_idc`). All containers to
    /// which HEVC is encoded have the sets there, and not in packets.
    ///
    /// - Parameter level: What is stated.
    /// - Returns: The parameters, rewritten.
    /// - Throws: `FFmpegError` where the parameter sets cannot be read.
    func stating(_ level: HEVCLevel) throws(FFmpegError) -> CodecParameters {
        let filter = try BitstreamFilter(
            "hevc_metadata=level=\(level.number)",
            parameters: self,
            timeBase: TimeBase(1, 1000)
        )
        return filter.parameters
    }
}
