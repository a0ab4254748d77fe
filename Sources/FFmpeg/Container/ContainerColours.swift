internal import CFFmpeg

/// The colours that a container states of its streams.
///
/// To find out the rest, libavformat decodes frames and takes their colours for the stream's, also where the frames do not know them. ProRes says so
/// of each of the three; what the container states (`colr` of MOV) is right then. The decoder of Motion JPEG always names the matrix of JFIF:
/// it reads none.
struct ContainerColours {
    private struct Stated {
        let primaries: AVColorPrimaries
        let transfer: AVColorTransferCharacteristic
        let matrix: AVColorSpace
    }

    private let stated: [Stated]

    /// Takes what is stated before frames are decoded.
    init(of context: UnsafeMutablePointer<AVFormatContext>) {
        stated = unsafe Self.parameters(of: context).map { parameters in
            unsafe Stated(
                primaries: parameters.pointee.color_primaries,
                transfer: parameters.pointee.color_trc,
                matrix: parameters.pointee.color_space
            )
        }
    }

    /// States them where frames do not, in the order of the streams.
    func complete(_ context: UnsafeMutablePointer<AVFormatContext>) {
        let all = unsafe Self.parameters(of: context)
        for (index, stated) in stated.enumerated() where unsafe index < all.count {
            let parameters = unsafe all[index]
            guard unsafe parameters.pointee.codec_type == AVMEDIA_TYPE_VIDEO else { continue }
            let unknownPrimaries = [AVCOL_PRI_UNSPECIFIED, AVCOL_PRI_RESERVED0, AVCOL_PRI_RESERVED]
            if unsafe unknownPrimaries.contains(parameters.pointee.color_primaries) {
                unsafe parameters.pointee.color_primaries = stated.primaries
            }
            let unknownTransfers = [AVCOL_TRC_UNSPECIFIED, AVCOL_TRC_RESERVED0, AVCOL_TRC_RESERVED]
            if unsafe unknownTransfers.contains(parameters.pointee.color_trc) {
                unsafe parameters.pointee.color_trc = stated.transfer
            }
            // The number of red, green and blue means with ProRes that it does not know.
            let isKnown = unsafe ![AVCOL_SPC_UNSPECIFIED, AVCOL_SPC_RESERVED, AVCOL_SPC_RGB].contains(
                parameters.pointee.color_space
            )
            let isAssumed = unsafe parameters.pointee.codec_id == AV_CODEC_ID_MJPEG
            if !isKnown || isAssumed, stated.matrix != AVCOL_SPC_UNSPECIFIED {
                unsafe parameters.pointee.color_space = stated.matrix
            }
        }
    }

    private static func parameters(
        of context: UnsafeMutablePointer<AVFormatContext>
    ) -> [UnsafeMutablePointer<AVCodecParameters>] {
        unsafe (0..<Int(context.pointee.nb_streams)).compactMap { unsafe context.pointee.streams[$0]?.pointee.codecpar }
    }
}
