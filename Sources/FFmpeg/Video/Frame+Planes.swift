internal import CFFmpeg

extension Frame {
    /// The address of a plane's first sample, and bytes from one row to the next; `nil` where there is no such plane. It is
    /// valid for as long as the frame is.
    @unsafe package func address(ofPlane plane: Int) -> (first: UnsafeMutableRawPointer, stride: Int)? {
        guard let first = unsafe data(plane) else { return nil }
        return (UnsafeMutableRawPointer(first), stride(ofPlane: plane))
    }

    /// Takes over what is known of another frame beside its samples: its colours, timestamps and side data.
    package func copyProperties(of other: borrowing Frame) throws(FFmpegError) {
        try check(unsafe av_frame_copy_props(pointer, other.pointer), "copy the properties of", "a frame")
    }

    /// Replaces a plane by one of another frame, which has as many samples of the same size in it.
    ///
    /// - Parameters:
    ///   - plane: The plane of this frame, whose samples no other frame may share.
    ///   - source: The number of the other frame's plane.
    ///   - other: The other frame, of the same width and height.
    package func replace(plane: Int, byPlane source: Int, of other: borrowing Frame) {
        guard let pixelFormat, let target = unsafe data(plane), let samples = unsafe other.data(source) else { return }
        let count = av_image_get_linesize(AVPixelFormat(pixelFormat.rawValue), Int32(width), Int32(plane))
        unsafe av_image_copy_plane(
            target,
            Int32(stride(ofPlane: plane)),
            samples,
            Int32(other.stride(ofPlane: source)),
            count,
            Int32(rows(ofPlane: plane))
        )
    }

    /// Says which colours the samples stand for.
    package func set(_ colour: ColourDescription) {
        let codes = colour.codes
        unsafe pointer.pointee.colorspace = AVColorSpace(codes.matrix)
        unsafe pointer.pointee.color_trc = AVColorTransferCharacteristic(codes.transfer)
        unsafe pointer.pointee.color_primaries = AVColorPrimaries(codes.primaries)
        unsafe pointer.pointee.color_range =
            switch colour.range {
            case "pc": AVCOL_RANGE_JPEG
            case "tv": AVCOL_RANGE_MPEG
            default: AVCOL_RANGE_UNSPECIFIED
            }
    }

    /// Another frame with the same samples in memory of its own, at addresses that every filter takes.
    package func copy() throws(FFmpegError) -> Frame {
        guard let pixelFormat else { throw FFmpegError("copy", "a frame of no format", code: oc_averror_invaliddata) }
        let copy = try Frame.video(pixelFormat, width: width, height: height)
        try check(unsafe av_frame_copy(copy.pointer, pointer), "copy", "a frame")
        try copy.copyProperties(of: self)
        return copy
    }

    /// Lays the samples out anew where their rows go upwards in memory, as `vflip` and decoders of bitmaps leave them: encoders and
    /// whoever reads rows expect them downwards, and some end at once where they are not. With `aligning`, also where they begin at an address
    /// that some filters do not take, as behind hidden columns.
    func straightenRows(aligning: Bool = false) throws(FFmpegError) {
        let isAligned = unsafe data(0).map { Int(bitPattern: $0) % Self.alignment == 0 } ?? true
        let isDownwards = !(0..<4).contains { stride(ofPlane: $0) < 0 }
        guard !isDownwards || aligning && !isAligned && width > 0 else { return }
        let copy = try copy()
        unsafe av_frame_unref(pointer)
        unsafe av_frame_move_ref(pointer, copy.pointer)
    }

    /// In bytes: that of vectors of AVX-512, the longest that libavfilter uses.
    private static let alignment = 64
}
