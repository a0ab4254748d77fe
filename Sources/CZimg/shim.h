// Each item says why it is here.
#ifndef OVERCRANK_CZIMG_SHIM_H
#define OVERCRANK_CZIMG_SHIM_H

#include <zimg.h>

// A macro with arguments: the version of the structures in this header.
static const unsigned oc_zimg_api_version = ZIMG_API_VERSION;

// Swift cannot see the nameless structures that a buffer's planes are.
static inline zimg_error_code_e oc_zimg_process(const zimg_filter_graph *graph, int planes,
                                                const void *const *sources, const ptrdiff_t *source_strides,
                                                void *const *targets, const ptrdiff_t *target_strides,
                                                void *workspace) {
    zimg_image_buffer_const source = {ZIMG_API_VERSION};
    zimg_image_buffer target = {ZIMG_API_VERSION};
    for (int i = 0; i < planes; i++) {
        source.plane[i].data = sources[i];
        source.plane[i].stride = source_strides[i];
        source.plane[i].mask = ZIMG_BUFFER_MAX;
        target.plane[i].data = targets[i];
        target.plane[i].stride = target_strides[i];
        target.plane[i].mask = ZIMG_BUFFER_MAX;
    }
    return zimg_filter_graph_process(graph, &source, &target, workspace, 0, 0, 0, 0);
}

#endif
